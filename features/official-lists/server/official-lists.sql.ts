import { sql } from 'kysely';
import type {
  EntryToCheck,
  OfficialBadge,
  OfficialList,
  OfficialListState,
} from '#features/official-lists/official-lists.contract.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
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
          then entry.place_id end,
        province = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.province end
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

/**
 * Returns the entries that are compared with the register. `decided` is the place that the admin chose for an entry;
 * null if the admin decided nothing.
 */
export const selectEntriesToMatch = (
  connection: Connection,
): Promise<(ListedEntry & { decided: string | null })[]> =>
  connection
    .selectFrom('official_list_entries')
    .where('left_at', 'is', null)
    .where('match', '<>', 'rejected')
    .select(({ eb }) => [
      'id',
      'name',
      'address',
      'phone',
      eb.case().when('match', '=', 'admin').then(eb.ref('place_id')).else(null).end().as('decided'),
    ])
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
      'lat',
      'lng',
    ])
    .orderBy('id')
    .limit(limit)
    .execute();

/** Where the place of an entry is. */
export type Whereabouts = { province: string; district: string; lat: number | null; lng: number | null };

/** Stores the matches that differ from the stored ones. Returns their number. */
export async function storeMatches(
  connection: Connection,
  matches: readonly (EntryMatch & { id: number } & Partial<Whereabouts>)[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update official_list_entries as entry
    set match = given.match, place_id = given."placeId", candidates = given.candidates,
      province = given.province, district = given.district, lat = given.lat, lng = given.lng
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      as given (id int4, match text, "placeId" text, candidates text[], province text, district text, lat float8, lng float8)
    where entry.id = given.id and entry.match not in ('admin', 'rejected')
      and (entry.match, entry.place_id, entry.candidates, entry.province, entry.district, entry.lat, entry.lng)
        is distinct from (given.match, given."placeId", given.candidates, given.province, given.district, given.lat, given.lng)
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/** Stores where the places are that the admin chose. A place that has closed is nowhere. */
export async function storeDecidedPlaces(
  connection: Connection,
  decided: readonly ({ id: number } & Partial<Whereabouts>)[],
): Promise<void> {
  await sql`
    update official_list_entries as entry
    set province = given.province, district = given.district, lat = given.lat, lng = given.lng
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
      as given (id int4, province text, district text, lat float8, lng float8)
    where entry.id = given.id and entry.match = 'admin'
  `.execute(connection);
}

/** Returns the address and the point of an open place of the register. */
export const selectOpenPlace = (connection: Connection, placeId: string) =>
  connection
    .selectFrom('places')
    .where('place_id', '=', placeId)
    .where('business_status', '=', 'operational')
    .select(['address', 'lot_address as lotAddress', 'lat', 'lng'])
    .executeTakeFirst();

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

/** The places of my list and of my collections, and the provided places. The union uses the index of the entries. */
export const selectMyBadges = (connection: Connection, userId: string): Promise<OfficialBadge[]> =>
  badges(connection)
    .where('entry.place_id', 'in', ({ selectFrom }) =>
      selectFrom('my_restaurants as link')
        .where('link.user_id', '=', userId)
        .where('link.deleted_at', 'is', null)
        .select('link.restaurant_id as id')
        .union(
          selectFrom('restaurants_public as place')
            .where('place.provided_at', 'is not', null)
            .select('place.id as id'),
        )
        .union(
          selectFrom('collection_places as collected')
            .innerJoin('collections', 'collections.id', 'collected.collection_id')
            .leftJoin('collection_members as member', (join) =>
              join.onRef('member.collection_id', '=', 'collections.id').on('member.user_id', '=', userId),
            )
            .where('collections.deleted_at', 'is', null)
            .where('collected.removed_at', 'is', null)
            .where(({ eb, or }) =>
              or([eb('collections.owner_id', '=', userId), eb('member.user_id', '=', userId)]),
            )
            .select('collected.restaurant_id as id'),
        ),
    )
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
  { id, placeId, whereabouts }: { id: number; placeId: string | null; whereabouts: Whereabouts | null },
) =>
  transaction
    .updateTable('official_list_entries')
    .where('id', '=', id)
    .set({
      match: placeId === null ? 'rejected' : 'admin',
      place_id: placeId,
      candidates: [],
      ...whereabouts,
    })
    .execute();
