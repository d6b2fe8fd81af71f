import { type InferResult, sql } from 'kysely';
import { hash } from 'node:crypto';
import {
  listedPlaceColumns,
  visitColumns,
  visitFactsOf,
} from '#features/catalogue/server/catalogue.public.ts';
import type { CollectionPlace } from '#features/collections/collections.contract.ts';
import { POSITION_STEP } from '#features/collections/collections.rules.ts';
import { placeFactsOf } from '#features/restaurants/restaurants.rules.ts';
import { anyOf, milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { isVisible, type LockedCollection, type ReadableCollection } from './collections.sql.ts';

/** The visible places of a collection in their order. */
const placesOf = (connection: Connection, { id, userId }: ReadableCollection) =>
  connection
    .selectFrom('collection_places as entry')
    .innerJoin('restaurants_public as place', 'place.id', 'entry.restaurant_id')
    .where('entry.collection_id', '=', id)
    .where('entry.removed_at', 'is', null)
    .where(isVisible(userId))
    .select(listedPlaceColumns)
    .select(visitColumns)
    .select(({ ref }) => [
      'entry.position',
      'entry.note',
      milliseconds(ref('entry.added_at')).as('addedAt'),
      // The id of the account. Before the server sends the place, it replaces this id by the key of the person.
      'entry.added_by as addedBy',
    ])
    .orderBy('entry.position')
    .orderBy('entry.restaurant_id');

type PlaceRow = InferResult<ReturnType<typeof placesOf>>[number];

export const selectPlaces = async (
  connection: Connection,
  collection: ReadableCollection,
): Promise<CollectionPlace[]> =>
  withContributions(connection, collection, await placesOf(connection, collection).execute());

export const selectSomePlaces = async (
  connection: Connection,
  collection: ReadableCollection,
  restaurantIds: readonly string[],
): Promise<CollectionPlace[]> =>
  withContributions(
    connection,
    collection,
    await placesOf(connection, collection).where('entry.restaurant_id', '=', anyOf(restaurantIds)).execute(),
  );

export async function selectChangedPlaces(
  connection: Connection,
  collection: ReadableCollection,
  version: number,
): Promise<{ places: CollectionPlace[]; removed: string[]; count: number }> {
  const { rows } = await sql<{ changed: string[]; removed: string[]; count: number }>`
    select
      coalesce(array_agg(entry.restaurant_id) filter (
        where entry.changed_version > ${version} and entry.removed_at is null
      ), '{}') as changed,
      coalesce(array_agg(entry.restaurant_id) filter (
        where entry.changed_version > ${version} and entry.removed_at is not null
      ), '{}') as removed,
      count(*) filter (where entry.removed_at is null) as count
    from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${collection.id} and ${isVisible(collection.userId)}
  `.execute(connection);
  const { changed, removed, count } = rows[0] ?? { changed: [], removed: [], count: 0 };
  const places = changed.length === 0 ? [] : await selectSomePlaces(connection, collection, changed);
  return { places, removed, count };
}

/**
 * Returns the accounts whose manual places are in the collection or can still be restored to it. Other members do not
 * see these places.
 */
export async function selectManualPlaceOwners(
  connection: Connection,
  { id }: ReadableCollection,
): Promise<string[]> {
  const rows = await connection
    .selectFrom('collection_places as entry')
    .innerJoin('restaurants_public as place', 'place.id', 'entry.restaurant_id')
    .where('entry.collection_id', '=', id)
    .where('place.private_to_uid', 'is not', null)
    .select(({ ref }) => ref('place.private_to_uid').$notNull().as('userId'))
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}

const selectReactions = (
  connection: Connection,
  { collectionId, restaurantIds }: { collectionId: string; restaurantIds: readonly string[] },
) =>
  connection
    .selectFrom('collection_reactions')
    .where('collection_id', '=', collectionId)
    .where('restaurant_id', '=', anyOf(restaurantIds))
    .select([
      'restaurant_id as restaurantId',
      'user_id as userId',
      'wants',
      sql<string | null>`to_char(visited_on, 'YYYY-MM-DD')`.as('visitedOn'),
    ])
    .orderBy('restaurant_id')
    .orderBy('visited_on')
    .orderBy('user_id')
    .execute();

const selectComments = (
  connection: Connection,
  { collectionId, restaurantIds }: { collectionId: string; restaurantIds: readonly string[] },
) =>
  connection
    .selectFrom('collection_comments')
    .where('collection_id', '=', collectionId)
    .where('restaurant_id', '=', anyOf(restaurantIds))
    .select(({ ref }) => [
      'restaurant_id as restaurantId',
      'id',
      'user_id as userId',
      'text',
      milliseconds(ref('created_at')).as('createdAt'),
    ])
    .orderBy('collection_comments.created_at')
    .orderBy('id')
    .execute();

/** Adds the reactions and comments to the places. The ids of accounts are replaced by keys. */
async function withContributions(
  connection: Connection,
  { id: collectionId }: ReadableCollection,
  rows: readonly PlaceRow[],
): Promise<CollectionPlace[]> {
  const restaurantIds = rows.map(({ id }) => id);
  const given = { collectionId, restaurantIds };
  const reactions = Map.groupBy(await selectReactions(connection, given), (row) => row.restaurantId);
  const comments = Map.groupBy(await selectComments(connection, given), (row) => row.restaurantId);
  const key = personKey(collectionId);
  return rows.map((row) => {
    const reactionsOfPlace = reactions.get(row.id) ?? [];
    return asPlace(row, {
      addedBy: row.addedBy === null ? null : key(row.addedBy),
      wants: reactionsOfPlace.filter(({ wants }) => wants).map(({ userId }) => key(userId)),
      visits: reactionsOfPlace.flatMap(({ userId, visitedOn }) =>
        visitedOn === null ? [] : [{ by: key(userId), on: visitedOn }],
      ),
      comments: (comments.get(row.id) ?? []).map(({ id, userId, text, createdAt }) => ({
        id,
        by: key(userId),
        text,
        createdAt,
      })),
    });
  });
}

/**
 * Returns a function that computes the key of a person in this collection. The SQL expression `keyOf` computes the same
 * key.
 */
export function personKey(collectionId: string): (userId: string) => string {
  const known = new Map<string, string>();
  return (userId) => {
    let key = known.get(userId);
    if (key === undefined)
      known.set(userId, (key = hash('sha256', `${collectionId} ${userId}`).slice(0, 16)));
    return key;
  };
}

/** A place of a collection, or a place that was removed from the collection. Times are in milliseconds. */
export type Entry = { id: string; position: number; removedAt: number | null };

/** Returns the places of the collection, including removed places. They are sorted by position. */
export const selectEntries = (connection: Connection, { id }: LockedCollection): Promise<Entry[]> =>
  connection
    .selectFrom('collection_places')
    .where('collection_id', '=', id)
    .select(({ ref }) => ['restaurant_id as id', 'position', milliseconds(ref('removed_at')).as('removedAt')])
    .orderBy('position')
    .orderBy('restaurant_id')
    .execute();

export async function selectOrder(
  connection: Connection,
  { id, userId }: ReadableCollection,
): Promise<string[]> {
  const rows = await connection
    .selectFrom('collection_places as entry')
    .innerJoin('restaurants_public as place', 'place.id', 'entry.restaurant_id')
    .where('entry.collection_id', '=', id)
    .where('entry.removed_at', 'is', null)
    .where(isVisible(userId))
    .select('place.id')
    .orderBy('entry.position')
    .orderBy('entry.restaurant_id')
    .execute();
  return rows.map((place) => place.id);
}

export async function selectVisibleAmong(
  connection: Connection,
  { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('restaurants_public as place')
    .where('place.id', '=', anyOf(restaurantIds))
    .where(isVisible(userId))
    .select('place.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds places to a collection. If a place was removed within the last day, its line is kept.
 * @param from position of the first place
 */
export async function insertEntries(
  connection: Connection,
  { id, userId }: LockedCollection,
  { restaurantIds, from }: { restaurantIds: readonly string[]; from: number },
): Promise<void> {
  const positions = restaurantIds.map((_, nth) => from + nth * POSITION_STEP);
  await sql`
    insert into collection_places (collection_id, restaurant_id, position, added_by)
    select ${id}, given.restaurant_id, given.position, ${userId}
    from unnest(${[...restaurantIds]}::text[], ${positions}::float8[]) as given (restaurant_id, position)
    on conflict (collection_id, restaurant_id) do update set
      position = excluded.position, added_by = excluded.added_by, added_at = now(), removed_at = null
  `.execute(connection);
}

export async function setEntryNotes(
  connection: Connection,
  { id }: LockedCollection,
  notes: readonly { restaurantId: string; note: string }[],
): Promise<void> {
  await sql`
    update collection_places as entry set note = given.note
    from unnest(
      ${notes.map(({ restaurantId }) => restaurantId)}::text[], ${notes.map(({ note }) => note)}::text[]
    ) as given (restaurant_id, note)
    where entry.collection_id = ${id} and entry.restaurant_id = given.restaurant_id
  `.execute(connection);
}

export async function setPositions(
  connection: Connection,
  { id }: LockedCollection,
  entries: readonly Pick<Entry, 'id' | 'position'>[],
): Promise<void> {
  await sql`
    update collection_places as entry set position = given.position
    from unnest(
      ${entries.map((entry) => entry.id)}::text[], ${entries.map(({ position }) => position)}::float8[]
    ) as given (restaurant_id, position)
    where entry.collection_id = ${id} and entry.restaurant_id = given.restaurant_id
  `.execute(connection);
}

export async function setRemoved(
  connection: Connection,
  { id }: LockedCollection,
  { restaurantId, isRemoved }: { restaurantId: string; isRemoved: boolean },
): Promise<void> {
  await sql`
    update collection_places set removed_at = ${isRemoved ? sql`now()` : sql`null`}
    where collection_id = ${id} and restaurant_id = ${restaurantId}
  `.execute(connection);
}

export async function setSeveralRemoved(
  connection: Connection,
  { id }: LockedCollection,
  restaurantIds: readonly string[],
): Promise<void> {
  await sql`
    update collection_places set removed_at = now()
    where collection_id = ${id} and restaurant_id = any(${restaurantIds}::text[])
  `.execute(connection);
}

/** Copies the fields one by one, so that no other column leaves the server. The response itself is not validated. */
const asPlace = (
  row: PlaceRow,
  contributions: Pick<CollectionPlace, 'addedBy' | 'wants' | 'visits' | 'comments'>,
): CollectionPlace => ({
  ...placeFactsOf({ ...row, ...visitFactsOf(row) }),
  position: row.position,
  note: row.note,
  addedAt: row.addedAt,
  ...contributions,
});
