import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/**
 * Key of the advisory lock on the index. Every writer of the index holds this lock: an import, the daily count of saves,
 * and the loading of the starter set.
 */
export const INDEX_LOCK = 770_200;

/**
 * Locks the index until the transaction ends.
 * @returns false if another process holds the lock, for example during an import
 */
export async function lockIndex(transaction: Connection): Promise<boolean> {
  const { locked } = await transaction
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${INDEX_LOCK})`.as('locked'))
    .executeTakeFirstOrThrow();
  return locked;
}

/** Inserts pairs of an address word and a cell in which the word occurs. Existing pairs are ignored. */
export async function insertWords(
  connection: Connection,
  words: readonly { word: string; cell: number }[],
): Promise<void> {
  if (words.length === 0) return;
  await sql`
    insert into place_words (word, cell)
    select * from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ cell }) => cell)}::int2[])
    on conflict do nothing
  `.execute(connection);
}

export const selectIndexState = (connection: Connection) =>
  connection
    .selectFrom('place_index_state')
    .select(['is_behind', 'examples_version'])
    .executeTakeFirstOrThrow();

export const markIndexCurrent = (connection: Connection) =>
  connection.updateTable('place_index_state').set({ is_behind: false }).execute();

export async function countPlaces(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts for each place the lists that contain it. Only changed numbers are written. */
export async function updateSavedCounts(connection: Connection): Promise<void> {
  await sql`
    update places p set saved_count = n.counted
    from (
      select place.id, coalesce(saves.counted, 0) as counted
      from places place left join (
        select restaurant_id, count(*)::int4 as counted from my_restaurants where deleted_at is null
        group by restaurant_id
      ) saves on saves.restaurant_id = place.place_id
      where place.saved_count <> coalesce(saves.counted, 0)
    ) n where p.id = n.id`.execute(connection);
}

export async function hasExamplePlaces(connection: Connection): Promise<boolean> {
  const place = await connection
    .selectFrom('places')
    .where('is_example', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return place !== undefined;
}

/** @returns the number of deleted places */
export async function deleteExamplePlaces(connection: Connection): Promise<number> {
  const { numDeletedRows } = await connection
    .deleteFrom('places')
    .where('is_example', '=', true)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const updateExamplesVersion = (connection: Connection, version: number) =>
  connection.updateTable('place_index_state').set({ examples_version: version }).execute();
