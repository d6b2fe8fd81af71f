import { sql } from 'kysely';
import { columnsOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import type { IndexPoint } from './cells.ts';
import type { IndexedPlace, PlaceKey } from './place-keys.ts';
import type { PlaceTerm } from './place-terms.ts';

/**
 * Key of the advisory lock on the index. Every writer of the index holds this lock: an import, a rebuild, the daily
 * count of saves, and the loading of the starter set.
 */
export const INDEX_LOCK = 770_200;

const indexLock = statement(
  'places_lock_index',
  () => sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${INDEX_LOCK}) as locked`,
);

/**
 * Locks the index until the transaction ends.
 * @returns false if another process holds the lock, for example during an import
 */
export async function lockIndex(transaction: Connection): Promise<boolean> {
  const rows = await indexLock(transaction, {});
  return rows[0]?.locked ?? false;
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

export const indexedPlace = columnsOf('places')<IndexedPlace>({
  id: 'id',
  name: 'name',
  address: 'address',
  lotAddress: 'lot_address',
  addressWords: 'address_words',
  categoryId: 'category_id',
  lat: 'lat',
  lng: 'lng',
  isClosed: {
    read: (place) => sql`${sql.ref(`${place}.business_status`)} is not distinct from 'closed_permanently'`,
  },
  savedCount: 'saved_count',
  updatedAt: {
    read: (place) => sql`(${sql.ref(`${place}.updated_on`)} - date '1970-01-01') * 86400000.0::float8`,
  },
});

const changedSaves = statement(
  'places_changed_saves',
  () => sql<IndexedPlace & { counted: number }>`
    select ${indexedPlace.select('p')}, coalesce(c.counted, 0)::int4 as counted
    from places p left join (
      select restaurant_id, count(*) as counted from my_restaurants where deleted_at is null group by restaurant_id
    ) c on c.restaurant_id = p.place_id
    where p.saved_count <> coalesce(c.counted, 0)`,
);

/** Returns the places whose number of saves has changed since the last count. */
export function selectChangedSaves(connection: Connection): Promise<(IndexedPlace & { counted: number })[]> {
  return changedSaves(connection, {});
}

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

const examplePlaces = statement(
  'places_examples',
  () => sql<IndexedPlace>`
    select ${indexedPlace.select('p')} from places p where p.is_example`,
);

export function selectExamplePlaces(connection: Connection): Promise<IndexedPlace[]> {
  return examplePlaces(connection, {});
}

export const deleteExamplePlaces = (connection: Connection) =>
  connection.deleteFrom('places').where('is_example', '=', true).execute();

export const updateExamplesVersion = (connection: Connection, version: number) =>
  connection.updateTable('place_index_state').set({ examples_version: version }).execute();
