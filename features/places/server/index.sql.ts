import { type ExpressionBuilder, sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import type { IndexPoint } from './cells.ts';
import type { IndexedPlace, PlaceKey } from './place-keys.ts';
import type { PlaceTerm } from './place-terms.ts';

/**
 * Key of the advisory lock on the index. Every writer of the index holds this lock: an import, a rebuild, the daily
 * count of saves, and the loading of the starter set.
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

export async function insertKeys(connection: Connection, keys: readonly PlaceKey[]): Promise<void> {
  if (keys.length === 0) return;
  const column = <C extends keyof PlaceKey>(name: C) => keys.map((key) => key[name]);
  await sql`
    insert into place_keys (place_id, block, liveliness, x, y, location_mask, letters, initials)
    select * from unnest(${column('place_id')}::int4[], ${column('block')}::int2[], ${column('liveliness')}::int2[],
      ${column('x')}::int4[], ${column('y')}::int4[], ${column('location_mask')}::int4[],
      ${column('letters')}::text[], ${column('initials')}::text[])
  `.execute(connection);
}

/**
 * Deletes the keys of places. The keys are found by their values, because an index by place would cost more than it
 * saves.
 */
export async function deleteKeys(
  connection: Connection,
  keys: readonly Pick<PlaceKey, 'place_id' | 'block' | 'letters'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from place_keys k
    using unnest(${keys.map(({ place_id }) => place_id)}::int4[], ${keys.map(({ block }) => block)}::int2[],
      ${keys.map(({ letters }) => letters)}::text[]) as old (place_id, block, letters)
    where k.block = old.block and k.letters = old.letters and k.place_id = old.place_id
  `.execute(connection);
}

export async function insertTerms(connection: Connection, terms: readonly PlaceTerm[]): Promise<void> {
  if (terms.length === 0) return;
  const column = <C extends keyof PlaceTerm>(name: C) => terms.map((term) => term[name]);
  await sql`
    insert into place_terms (term, place_id, x, y)
    select * from unnest(${column('term')}::text[], ${column('place_id')}::int4[], ${column('x')}::int4[],
      ${column('y')}::int4[])`.execute(connection);
}

export async function deleteTerms(connection: Connection, terms: readonly PlaceTerm[]): Promise<void> {
  if (terms.length === 0) return;
  await sql`
    delete from place_terms t
    using unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(({ place_id }) => place_id)}::int4[])
      as old (term, place_id)
    where t.term = old.term and t.place_id = old.place_id`.execute(connection);
}

export type OpenPlacePoint = IndexPoint & { place_id: number; category_id: string | null };

export async function insertPoints(connection: Connection, points: readonly OpenPlacePoint[]): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into place_spots (place_id, spot, category_id)
    select place_id, point(x, y), category_id
    from unnest(${points.map(({ place_id }) => place_id)}::int4[], ${points.map(({ x }) => x)}::float8[],
      ${points.map(({ y }) => y)}::float8[], ${points.map(({ category_id }) => category_id)}::text[])
      as new (place_id, x, y, category_id)
  `.execute(connection);
}

export async function deletePoints(connection: Connection, points: readonly OpenPlacePoint[]): Promise<void> {
  if (points.length === 0) return;
  await sql`
    delete from place_spots s
    using unnest(${points.map(({ place_id }) => place_id)}::int4[],
      ${points.map(({ x }) => x)}::float8[], ${points.map(({ y }) => y)}::float8[]) as old (place_id, x, y)
    where s.spot ~= point(old.x, old.y) and s.place_id = old.place_id
  `.execute(connection);
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

export const markIndexStale = async (connection: Connection): Promise<void> => {
  await connection.updateTable('place_index_state').set({ is_behind: true }).execute();
};

export const selectIndexState = (connection: Connection) =>
  connection
    .selectFrom('place_index_state')
    .select(['is_behind', 'examples_version'])
    .executeTakeFirstOrThrow();

/** The columns of `IndexedPlace`, for a statement that reads `places` under the name `p`. */
export const indexedColumns = (_: ExpressionBuilder<{ p: DB['places'] }, 'p'>) =>
  [
    'p.id',
    'p.name',
    'p.address',
    'p.lot_address as lotAddress',
    'p.address_words as addressWords',
    'p.category_id as categoryId',
    'p.lat',
    'p.lng',
    sql<boolean>`p.business_status is not distinct from 'closed_permanently'`.as('isClosed'),
    'p.saved_count as savedCount',
    sql<number | null>`(p.updated_on - date '1970-01-01') * 86400000.0::float8`.as('updatedAt'),
  ] as const;

/** Returns the places whose number of saves has changed since the last count. */
export const selectChangedSaves = (connection: Connection): Promise<(IndexedPlace & { counted: number })[]> =>
  connection
    .selectFrom('places as p')
    .leftJoin(
      (row) =>
        row
          .selectFrom('my_restaurants')
          .where('deleted_at', 'is', null)
          .select(({ fn }) => ['restaurant_id', fn.countAll<number>().as('counted')])
          .groupBy('restaurant_id')
          .as('saves'),
      (join) => join.onRef('saves.restaurant_id', '=', 'p.place_id'),
    )
    .where(sql<boolean>`p.saved_count <> coalesce(saves.counted, 0)`)
    .select(indexedColumns)
    .select(({ fn, lit }) => fn.coalesce('saves.counted', lit(0)).as('counted'))
    .execute();

export async function updateSavedCounts(
  connection: Connection,
  counts: readonly { id: number; counted: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    update places p set saved_count = n.counted
    from unnest(${counts.map(({ id }) => id)}::int4[], ${counts.map(({ counted }) => counted)}::int4[]) as n (id, counted)
    where p.id = n.id`.execute(connection);
}

export const selectExamplePlaces = (connection: Connection): Promise<IndexedPlace[]> =>
  connection.selectFrom('places as p').where('p.is_example', '=', true).select(indexedColumns).execute();

export const deleteExamplePlaces = (connection: Connection) =>
  connection.deleteFrom('places').where('is_example', '=', true).execute();

export const updateExamplesVersion = (connection: Connection, version: number) =>
  connection.updateTable('place_index_state').set({ examples_version: version }).execute();
