import { sql } from 'kysely';
import type {
  EntryToCheck,
  OfficialBadge,
  OfficialList,
  OfficialListState,
} from '#features/official-lists/official-lists.contract.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.contract.ts';
import type {
  EntryMatch,
  ListedEntry,
  RegisteredPlace,
} from '#features/official-lists/official-matching.rules.ts';
import { anyOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { SourceEntry } from './read-official-list.ts';

/** Stores the entries of a file. An entry that is not in the file has left the list. */
export async function storeEntries(
  connection: Connection,
  { list, entries }: { list: OfficialList; entries: readonly SourceEntry[] },
): Promise<{ added: number; changed: number; left: number }> {
  const { rows } = await sql<{ added: number; changed: number; left: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
        "sourceKey" text, name text, address text, phone text, menus jsonb, "designatedOn" date)
    ), stored as (
      insert into official_list_entries as entry (list, source_key, name, address, phone, menus, designated_on)
      select ${list}, "sourceKey", name, address, phone, menus, "designatedOn" from given
      on conflict (list, source_key) do update set
        name = excluded.name, address = excluded.address, phone = excluded.phone, menus = excluded.menus,
        designated_on = excluded.designated_on, left_at = null,
        -- Another name or address is another place.
        match = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.match else 'unmatched' end,
        place_id = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.place_id end
      where (entry.name, entry.address, entry.phone, entry.menus, entry.designated_on, entry.left_at)
        is distinct from
        (excluded.name, excluded.address, excluded.phone, excluded.menus, excluded.designated_on, null::timestamptz)
      returning xmax = 0 as is_new
    ), gone as (
      update official_list_entries as entry set left_at = now()
      where list = ${list} and left_at is null
        and not exists (select from given where "sourceKey" = entry.source_key)
      returning id
    )
    select (select count(*)::int4 from stored where is_new) as added,
      (select count(*)::int4 from stored where not is_new) as changed,
      (select count(*)::int4 from gone) as left
  `.execute(connection);
  return rows[0] ?? { added: 0, changed: 0, left: 0 };
}

export const storeList = (
  connection: Connection,
  { list, rows, year }: { list: OfficialList; rows: number; year: number },
) =>
  connection
    .insertInto('official_lists')
    .values({ list, rows, year })
    .onConflict((conflict) =>
      conflict.column('list').doUpdateSet({ rows, year, refreshed_at: sql<Date>`now()` }),
    )
    .execute();

/** Returns the number of rows of the last file of the list; null if none was imported. */
export async function selectListRows(connection: Connection, list: OfficialList): Promise<number | null> {
  const row = await connection
    .selectFrom('official_lists')
    .where('list', '=', list)
    .select('rows')
    .executeTakeFirst();
  return row?.rows ?? null;
}

/** Returns the entries whose place is not decided by the admin. They are compared with the register again. */
export const selectEntriesToMatch = (connection: Connection): Promise<ListedEntry[]> =>
  connection
    .selectFrom('official_list_entries')
    .where('left_at', 'is', null)
    .where('match', 'not in', ['admin', 'rejected'])
    .select(['id', 'name', 'address', 'phone'])
    .orderBy('id')
    .execute();

/** Returns open places of the register in the order of their ids, `limit` after `after`. */
export const selectOpenPlaces = (
  connection: Connection,
  { after, limit }: { after: number; limit: number },
): Promise<(RegisteredPlace & { id: number })[]> =>
  connection
    .selectFrom('places')
    .where('id', '>', after)
    .where('business_status', '=', 'operational')
    .where('is_example', '=', false)
    .select([
      'id',
      'place_id as placeId',
      'name',
      'address',
      'lot_address as lotAddress',
      'phone_number as phoneNumber',
    ])
    .orderBy('id')
    .limit(limit)
    .execute();

/** Stores the matches that differ from the stored ones. Returns their number. */
export async function storeMatches(
  connection: Connection,
  matches: readonly (EntryMatch & { id: number })[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update official_list_entries as entry
    set match = given.match, place_id = given."placeId", candidates = given.candidates
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      as given (id int4, match text, "placeId" text, candidates text[])
    where entry.id = given.id and entry.match not in ('admin', 'rejected')
      and (entry.match, entry.place_id, entry.candidates)
        is distinct from (given.match, given."placeId", given.candidates)
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

const badges = (connection: Connection) =>
  connection
    .selectFrom('official_list_entries as entry')
    .innerJoin('official_lists as list', 'list.list', 'entry.list')
    .where('entry.left_at', 'is', null)
    .select(({ ref }) => [
      ref('entry.place_id').$notNull().as('placeId'),
      'entry.list',
      'list.year',
      ref('entry.menus').$castTo<OfficialBadge['menus']>().as('menus'),
    ])
    .orderBy('entry.place_id')
    .orderBy('entry.list')
    .orderBy('entry.id');

export const selectBadges = (connection: Connection, placeIds: readonly string[]): Promise<OfficialBadge[]> =>
  badges(connection).where('entry.place_id', '=', anyOf(placeIds)).execute();

export const selectMyBadges = (connection: Connection, userId: string): Promise<OfficialBadge[]> =>
  badges(connection)
    .innerJoin('my_restaurants as link', 'link.restaurant_id', 'entry.place_id')
    .where('link.user_id', '=', userId)
    .where('link.deleted_at', 'is', null)
    .execute();

export async function selectListStates(connection: Connection): Promise<OfficialListState[]> {
  const { rows } = await sql<OfficialListState>`
    select wanted.list, list.rows, (extract(epoch from list.refreshed_at) * 1000)::float8 as "refreshedAt",
      count(*) filter (where entry.left_at is null and entry.place_id is not null)::int4 as matched,
      count(*) filter (where entry.left_at is null and entry.match = 'check')::int4 as "toCheck",
      count(*) filter (where entry.left_at is null and entry.match in ('unmatched', 'rejected'))::int4 as unmatched,
      count(*) filter (where entry.left_at is not null)::int4 as left
    from unnest(${[...OFFICIAL_LISTS]}::text[]) with ordinality as wanted (list, at)
    left join official_lists list on list.list = wanted.list
    left join official_list_entries entry on entry.list = wanted.list
    group by wanted.list, wanted.at, list.rows, list.refreshed_at order by wanted.at
  `.execute(connection);
  return rows;
}

/** Number of entries to check that the admin sees at once. */
const CHECKED_AT_ONCE = 20;

export async function selectEntriesToCheck(connection: Connection): Promise<EntryToCheck[]> {
  const { rows } = await sql<EntryToCheck>`
    select entry.id, entry.list, entry.name, entry.address, entry.phone, coalesce((
      select json_agg(json_build_object('placeId', place.place_id, 'name', place.name,
        'address', place.address, 'phoneNumber', place.phone_number) order by place.id)
      from places place where place.place_id = any(entry.candidates)), '[]') as candidates
    from official_list_entries entry
    where entry.match = 'check' and entry.left_at is null order by entry.id limit ${CHECKED_AT_ONCE}
  `.execute(connection);
  return rows;
}

/** Locks an entry that waits for a decision. Returns null if it does not wait. */
export async function lockEntryToCheck(
  transaction: Connection,
  id: number,
): Promise<{ candidates: readonly string[] } | null> {
  const entry = await transaction
    .selectFrom('official_list_entries')
    .where('id', '=', id)
    .where('match', '=', 'check')
    .select('candidates')
    .forUpdate()
    .executeTakeFirst();
  return entry ?? null;
}

export const storeDecision = (
  transaction: Connection,
  { id, placeId }: { id: number; placeId: string | null },
) =>
  transaction
    .updateTable('official_list_entries')
    .where('id', '=', id)
    .set({ match: placeId === null ? 'rejected' : 'admin', place_id: placeId, candidates: [] })
    .execute();
