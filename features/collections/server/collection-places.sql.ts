import { sql } from 'kysely';
import { hash } from 'node:crypto';
import {
  type VisitColumns,
  visitColumns,
  visitFactsOf,
} from '#features/catalogue/server/catalogue.public.ts';
import type { CollectionPlace } from '#features/collections/collections.contract.ts';
import { POSITION_STEP } from '#features/collections/collections.rules.ts';
import { columnsOf, milliseconds, notNull } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import {
  type CollectionKey,
  isVisible,
  type LockedCollection,
  type ReadableCollection,
} from './collections.sql.ts';

type ContributionField = 'wants' | 'visits' | 'comments';

type PlaceFacts = Omit<
  CollectionPlace,
  | 'coordinates'
  | 'openingSpans'
  | 'hasParking'
  | 'position'
  | 'note'
  | 'addedAt'
  | 'addedBy'
  | ContributionField
> & {
  lat: number | null;
  lng: number | null;
};
const placeFacts = columnsOf('restaurants_public')<PlaceFacts>({
  id: 'id',
  name: 'name',
  address: 'address',
  neighbourhood: 'neighbourhood',
  lat: 'lat',
  lng: 'lng',
  phoneNumber: 'phone_number',
  categoryId: 'category_id',
  isManual: { read: (place) => sql`${sql.ref(`${place}.private_to_uid`)} is not null` },
  isExample: 'is_example',
  businessStatus: 'business_status',
  firstAddedToPublicAt: { milliseconds: 'first_added_to_public_at' },
});

type EntryFacts = Pick<CollectionPlace, 'position' | 'note' | 'addedAt'> & { addedBy: string | null };
const entryFacts = columnsOf('collection_places')<EntryFacts>({
  position: 'position',
  note: 'note',
  addedAt: { milliseconds: 'added_at' },
  // The id of the account. Before the server sends the place, it replaces this id by the key of the person.
  addedBy: 'added_by',
});

const placesOf = prepared(
  'collections_places',
  (_, given: CollectionKey) => sql<PlaceFacts & VisitColumns & EntryFacts>`
    select ${placeFacts.select('place')}, ${visitColumns.select('place')}, ${entryFacts.select('entry')}
    from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${given.collectionId} and entry.removed_at is null and ${isVisible(given.userId)}
    order by entry.position, entry.restaurant_id`,
);

export const selectPlaces = async (
  connection: Connection,
  collection: ReadableCollection,
): Promise<CollectionPlace[]> => {
  const { id: collectionId, userId } = collection;
  return withContributions(connection, collection, await placesOf(connection, { collectionId, userId }));
};

const somePlacesOf = prepared(
  'collections_some_places',
  (_, given: CollectionKey & { restaurantIds: readonly string[] }) => sql<
    PlaceFacts & VisitColumns & EntryFacts
  >`
    select ${placeFacts.select('place')}, ${visitColumns.select('place')}, ${entryFacts.select('entry')}
    from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${given.collectionId} and entry.removed_at is null and ${isVisible(given.userId)}
      and entry.restaurant_id = any(${given.restaurantIds}::text[])
    order by entry.position, entry.restaurant_id`,
);

export const selectSomePlaces = async (
  connection: Connection,
  collection: ReadableCollection,
  restaurantIds: readonly string[],
): Promise<CollectionPlace[]> => {
  const { id: collectionId, userId } = collection;
  return withContributions(
    connection,
    collection,
    await somePlacesOf(connection, { collectionId, userId, restaurantIds }),
  );
};

const changedSince = prepared(
  'collections_changed_since',
  (_, given: CollectionKey & { version: number }) => sql<{
    changed: string[];
    removed: string[];
    count: number;
  }>`
    select
      coalesce(array_agg(entry.restaurant_id) filter (
        where entry.changed_version > ${given.version} and entry.removed_at is null
      ), '{}') as changed,
      coalesce(array_agg(entry.restaurant_id) filter (
        where entry.changed_version > ${given.version} and entry.removed_at is not null
      ), '{}') as removed,
      count(*) filter (where entry.removed_at is null) as count
    from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${given.collectionId} and ${isVisible(given.userId)}`,
);

export async function selectChangedPlaces(
  connection: Connection,
  collection: ReadableCollection,
  version: number,
): Promise<{ places: CollectionPlace[]; removed: string[]; count: number }> {
  const { id: collectionId, userId } = collection;
  const [row] = await changedSince(connection, { collectionId, userId, version });
  const { changed, removed, count } = row ?? { changed: [], removed: [], count: 0 };
  const places = changed.length === 0 ? [] : await selectSomePlaces(connection, collection, changed);
  return { places, removed, count };
}

const manualPlaceOwners = prepared(
  'collections_manual_place_owners',
  (_, { collectionId }: { collectionId: string }) => sql<{ userId: string }>`
    select distinct ${notNull('place.private_to_uid')} as "userId"
    from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${collectionId} and place.private_to_uid is not null`,
);

/**
 * Returns the accounts whose manual places are in the collection or can still be restored to it. Other members do not
 * see these places.
 */
export const selectManualPlaceOwners = async (
  connection: Connection,
  { id }: ReadableCollection,
): Promise<string[]> =>
  (await manualPlaceOwners(connection, { collectionId: id })).map(({ userId }) => userId);

type PlaceRow = PlaceFacts & VisitColumns & EntryFacts;

const reactionsOf = prepared(
  'collections_reactions',
  (_, given: { collectionId: string; restaurantIds: readonly string[] }) => sql<{
    restaurantId: string;
    userId: string;
    wants: boolean;
    visitedOn: string | null;
  }>`
    select restaurant_id as "restaurantId", user_id as "userId", wants,
      to_char(visited_on, 'YYYY-MM-DD') as "visitedOn"
    from collection_reactions
    where collection_id = ${given.collectionId} and restaurant_id = any(${given.restaurantIds}::text[])
    order by restaurant_id, visited_on, user_id`,
);

const commentsOf = prepared(
  'collections_comments',
  (_, given: { collectionId: string; restaurantIds: readonly string[] }) => sql<{
    restaurantId: string;
    id: string;
    userId: string;
    text: string;
    createdAt: number;
  }>`
    select restaurant_id as "restaurantId", id, user_id as "userId", text,
      ${milliseconds('created_at')} as "createdAt"
    from collection_comments
    where collection_id = ${given.collectionId} and restaurant_id = any(${given.restaurantIds}::text[])
    order by created_at, id`,
);

/** Adds the reactions and comments to the places. The ids of accounts are replaced by keys. */
async function withContributions(
  connection: Connection,
  { id: collectionId }: ReadableCollection,
  rows: readonly PlaceRow[],
): Promise<CollectionPlace[]> {
  const restaurantIds = rows.map(({ id }) => id);
  const given = { collectionId, restaurantIds };
  const reactions = Map.groupBy(await reactionsOf(connection, given), (row) => row.restaurantId);
  const comments = Map.groupBy(await commentsOf(connection, given), (row) => row.restaurantId);
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

const entriesOf = statement(
  'collections_entries',
  (_, { collectionId }: { collectionId: string }) => sql<Entry>`
    select restaurant_id as id, position, ${milliseconds('removed_at')} as "removedAt"
    from collection_places where collection_id = ${collectionId}
    order by position, restaurant_id`,
);

/** Returns the places of the collection, including removed places. They are sorted by position. */
export const selectEntries = (connection: Connection, { id }: LockedCollection): Promise<Entry[]> =>
  entriesOf(connection, { collectionId: id });

const visibleOrder = statement(
  'collections_order',
  (_, given: CollectionKey) => sql<{ id: string }>`
    select place.id from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${given.collectionId} and entry.removed_at is null and ${isVisible(given.userId)}
    order by entry.position, entry.restaurant_id`,
);

export const selectOrder = async (
  connection: Connection,
  { id, userId }: ReadableCollection,
): Promise<string[]> =>
  (await visibleOrder(connection, { collectionId: id, userId })).map((place) => place.id);

const visibleAmong = statement(
  'collections_visible_among',
  (_, { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] }) => sql<{ id: string }>`
    select place.id from restaurants_public as place
    where place.id = any(${restaurantIds}::text[]) and ${isVisible(userId)}`,
);

export const selectVisibleAmong = async (
  connection: Connection,
  key: { userId: string; restaurantIds: readonly string[] },
): Promise<Set<string>> => new Set((await visibleAmong(connection, key)).map(({ id }) => id));

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
function asPlace(
  row: PlaceRow,
  { addedBy, wants, visits, comments }: Pick<CollectionPlace, 'addedBy' | ContributionField>,
): CollectionPlace {
  const visit = visitFactsOf(row);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    neighbourhood: row.neighbourhood,
    coordinates: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    phoneNumber: row.phoneNumber,
    categoryId: row.categoryId,
    isManual: row.isManual,
    isExample: row.isExample,
    businessStatus: row.businessStatus,
    openingSpans: visit.openingSpans,
    hasParking: visit.hasParking,
    firstAddedToPublicAt: row.firstAddedToPublicAt,
    position: row.position,
    note: row.note,
    addedAt: row.addedAt,
    addedBy,
    wants,
    visits,
    comments,
  };
}
