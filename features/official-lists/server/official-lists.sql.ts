import { sql } from 'kysely';
import type { OfficialList, OfficialListState } from '#features/official-lists/official-lists.contract.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
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
        -- An entry with another name or address is another place. The next matching finds where it is.
        match = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.match else 'unmatched' end,
        place_id = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.place_id end,
        province = case when (entry.name, entry.address) = (excluded.name, excluded.address)
          then entry.province end
      where (entry.name, entry.address, entry.phone, entry.menus, entry.designated_on, entry.left_at)
        is distinct from
        (excluded.name, excluded.address, excluded.phone, excluded.menus, excluded.designated_on, null::timestamptz)
      -- PostgreSQL sets xmax if the row has been updated instead of inserted.
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
