import type { z } from 'zod';
import {
  type Collection,
  type CollectionChanges,
  type CollectionFields,
  type CollectionPlace,
  type CollectionPlaceChanges,
  type CollectionUpdate,
  collectionsProblems,
  type NewCollection,
  type PlacesWritten,
} from '#features/collections/collections.contract.ts';
import {
  canAddPlaces,
  canCreateCollection,
  POSITION_STEP,
  positionAfter,
} from '#features/collections/collections.rules.ts';
import {
  deletePrivatePlaces,
  type FoundPlace,
  insertFoundPlace,
} from '#features/catalogue/server/catalogue.public.ts';
import { canAct, type CollectionAct, isReadOnly } from '#features/collections/joint.rules.ts';
import { UNDO_MILLISECONDS } from '#features/restaurants/restaurants.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { newSecretId } from '#server/http/secret-id.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  type Entry,
  insertEntries,
  selectChangedPlaces,
  selectEntries,
  selectOrder,
  selectPlaces,
  selectSomePlaces,
  selectVisibleAmong,
  setEntryNotes,
  setPositions,
  setRemoved,
} from './collection-places.sql.ts';
import {
  findCollectionOfTime,
  findOwnCollection,
  incrementVersion,
  insertCollection,
  type LockedCollection,
  type LockedCollections,
  lockCollection,
  lockCollections,
  purgeRemoved,
  type ReadableCollection,
  selectPeople,
  setCreationTime,
  setDeleted,
  updateCollection,
} from './collections.sql.ts';
import { insertArchivedContributions, type ArchivedContributions } from './joint-collections.sql.ts';
import { notifyOthers } from './notify-others.ts';

type CollectionKey = { person: Pick<Person, 'userId'>; collectionId: string };

/**
 * Returns the collection with its places. The version is read before the places, so that it is never newer than the
 * places.
 */
export async function readCollection(
  connection: Connection,
  collection: ReadableCollection,
): Promise<Collection> {
  const head = await headOf(connection, collection);
  return { ...head, places: await selectPlaces(connection, collection) };
}

/**
 * Returns the changes of the collection. The version is read before the places, so that it is never newer than the
 * places.
 */
export async function readCollectionUpdate(
  connection: Connection,
  collection: ReadableCollection,
  version: number,
): Promise<CollectionUpdate> {
  const head = await headOf(connection, collection);
  return { ...head, ...(await selectChangedPlaces(connection, collection, version)) };
}

async function headOf(
  connection: Connection,
  collection: ReadableCollection,
): Promise<Omit<Collection, 'places'>> {
  const { id, version, name, note, colour, icon, sort, me, membershipStatus } = collection;
  const people = await selectPeople(connection, collection);
  const shared = { me, role: membershipStatus.role, isReadOnly: isReadOnly(membershipStatus), people };
  return { id, version, name, note, colour, icon, sort, ...shared };
}

/**
 * Returns the places of the member's own collection. The result is empty if the collection is unknown, deleted or owned
 * by another member.
 */
export async function placesOfOwnCollection(
  connection: Connection,
  key: { userId: string; collectionId: string },
): Promise<CollectionPlace[]> {
  const collection = await findOwnCollection(connection, key);
  return collection ? selectPlaces(connection, collection) : [];
}

/** @throws collections.limit_reached, collections.place_not_found */
export async function createCollection(
  transaction: Connection,
  { person, wanted }: { person: Pick<Person, 'userId' | 'tier'>; wanted: z.output<typeof NewCollection> },
): Promise<Collection> {
  const { restaurantIds, ...fields } = wanted;
  const collections = await lockCollections(transaction, person.userId);
  refuseAboveLimit(collections, person);
  const collection = await insertCollection(transaction, collections, { id: newSecretId(), ...fields });
  if (restaurantIds.length > 0) await addPlaces(transaction, { collection, entries: [], restaurantIds });
  return readCollection(transaction, collection);
}

/**
 * Adds a collection from an archive. If the member already has a collection with the same creation time, nothing is
 * added and the id of that collection is returned. Places that the member may not see are left out.
 * @param newPlaces places of the collection that are not in the catalogue
 * @throws collections.limit_reached
 */
export async function addArchivedCollection(
  transaction: Connection,
  {
    person,
    archived: { places, ...fields },
    newPlaces,
    createdAt,
  }: {
    person: Pick<Person, 'userId' | 'tier'>;
    newPlaces: readonly FoundPlace[];
    archived: CollectionFields & {
      places: readonly ({ placeId: string; note: string } & ArchivedContributions)[];
    };
    createdAt: Date;
  },
): Promise<{ id: string; isNew: boolean }> {
  const collections = await lockCollections(transaction, person.userId);
  const known = await findCollectionOfTime(transaction, collections, createdAt);
  if (known !== null) return { id: known, isNew: false };
  refuseAboveLimit(collections, person);
  const id = newSecretId();
  const collection = await insertCollection(transaction, collections, { id, ...fields });
  await setCreationTime(transaction, collection, createdAt);
  for (const found of newPlaces) await insertFoundPlace(transaction, { found, userId: person.userId });
  const byId = new Map(places.map(({ placeId, ...place }) => [placeId, { restaurantId: placeId, ...place }]));
  const visible = await selectVisibleAmong(transaction, {
    userId: person.userId,
    restaurantIds: [...byId.keys()],
  });
  const kept = [...byId.values()].filter(({ restaurantId }) => visible.has(restaurantId));
  const restaurantIds = kept.map(({ restaurantId }) => restaurantId);
  await insertEntries(transaction, collection, { restaurantIds, from: POSITION_STEP });
  await setEntryNotes(transaction, collection, kept);
  await insertArchivedContributions(transaction, collection, kept);
  return { id, isNew: true };
}

function refuseAboveLimit({ owned }: LockedCollections, { tier }: Pick<Person, 'tier'>): void {
  const decision = canCreateCollection({ tier, owned });
  if (!decision.allowed) {
    throw problem(collectionsProblems, 'collections.limit_reached', { limit: decision.limit });
  }
}

/** @throws collections.not_found */
export const changeCollection = (
  database: Database,
  { changes, ...key }: CollectionKey & { changes: CollectionChanges },
) =>
  writeCollection(database, { ...key, act: 'edit' }, async (transaction, collection) => {
    const { name, note, colour, icon, sort } = collection;
    const fields = { name, note, colour, icon, sort, ...withoutAbsent(changes) };
    const { version } = await updateCollection(transaction, collection, fields);
    await notifyOthers(transaction, { ...notifierOf(collection), act: 'edited' });
    return { id: collection.id, version, ...fields };
  });

const withoutAbsent = (changes: CollectionChanges): Partial<CollectionFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Deletes a collection. The function is idempotent. @throws collections.not_found */
export const deleteCollection = (
  database: Database,
  { person, collectionId }: CollectionKey,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const collection = await lockCollection(transaction, { userId: person.userId, collectionId });
    if (!collection) throw problem(collectionsProblems, 'collections.not_found');
    refuseAct(collection, 'manage');
    if (collection.deletedAt === null) await setDeleted(transaction, collection, true);
  });

/**
 * Restores a deleted collection. The function is idempotent.
 * @param now milliseconds
 * @throws collections.not_found (also if the deletion is more than a day old), collections.limit_reached
 */
export const restoreCollection = (
  database: Database,
  {
    person,
    collectionId,
    now,
  }: { person: Pick<Person, 'userId' | 'tier'>; collectionId: string; now: number },
): Promise<Collection> =>
  database.transaction().execute(async (transaction) => {
    const collections = await lockCollections(transaction, person.userId);
    const collection = await lockCollection(transaction, { userId: person.userId, collectionId });
    if (!collection || isUndoExpired(collection.deletedAt, now)) {
      throw problem(collectionsProblems, 'collections.not_found');
    }
    refuseAct(collection, 'manage');
    if (collection.deletedAt !== null) {
      refuseAboveLimit(collections, person);
      await setDeleted(transaction, collection, false);
    }
    return readCollection(transaction, collection);
  });

const isUndoExpired = (deletedAt: number | null, now: number): boolean =>
  deletedAt !== null && now - deletedAt > UNDO_MILLISECONDS;

/**
 * Adds places at the end of the collection. Either all places are added, or none. The function is idempotent.
 * @throws collections.not_found, collections.full, collections.place_not_found
 */
export const addToCollection = (
  database: Database,
  { restaurantIds, ...key }: CollectionKey & { restaurantIds: readonly string[] },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'arrange' }, async (transaction, collection) => {
    const entries = await selectEntries(transaction, collection);
    const added = await addPlaces(transaction, { collection, entries, restaurantIds });
    const isChanged = added.length > 0;
    if (isChanged)
      await notifyOthers(transaction, { ...notifierOf(collection), act: 'added', restaurantIds: added });
    return written(transaction, { collection, restaurantIds, isChanged });
  });

/** @returns the ids of the added places */
async function addPlaces(
  transaction: Connection,
  {
    collection,
    entries,
    restaurantIds,
  }: { collection: LockedCollection; entries: readonly Entry[]; restaurantIds: readonly string[] },
): Promise<string[]> {
  const present = entries.filter(isPresent);
  const known = new Set(present.map(({ id }) => id));
  const adding = restaurantIds.filter((id) => !known.has(id));
  if (adding.length === 0) return [];
  const visible = await selectVisibleAmong(transaction, {
    userId: collection.userId,
    restaurantIds: adding,
  });
  if (adding.some((id) => !visible.has(id))) {
    throw problem(collectionsProblems, 'collections.place_not_found');
  }
  refuseAboveMaximum({ places: present.length, adding: adding.length });
  const last = entries.at(-1)?.position ?? 0;
  await insertEntries(transaction, collection, { restaurantIds: adding, from: last + POSITION_STEP });
  return adding;
}

function refuseAboveMaximum(given: { places: number; adding: number }): void {
  const decision = canAddPlaces(given);
  if (!decision.allowed) throw problem(collectionsProblems, 'collections.full', { limit: decision.limit });
}

const isPresent = ({ removedAt }: Entry): boolean => removedAt === null;

/**
 * Changes a place of the collection. An absent field stays unchanged, so that concurrent changes of different fields
 * are both kept.
 * @throws collections.not_found, collections.place_not_found
 */
export const changeCollectionPlace = (
  database: Database,
  {
    restaurantId,
    changes,
    ...key
  }: CollectionKey & { restaurantId: string; changes: CollectionPlaceChanges },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'arrange' }, async (transaction, collection) => {
    const entries = await selectEntries(transaction, collection);
    if (!entries.some((entry) => entry.id === restaurantId && isPresent(entry))) {
      throw problem(collectionsProblems, 'collections.place_not_found');
    }
    const { note, after } = changes;
    if (note !== undefined) await setEntryNotes(transaction, collection, [{ restaurantId, note }]);
    if (after !== undefined) await movePlace(transaction, { collection, entries, restaurantId, after });
    // A new order is not announced, because one drag can send many moves.
    if (note !== undefined)
      await notifyOthers(transaction, {
        ...notifierOf(collection),
        act: 'note',
        restaurantIds: [restaurantId],
      });
    return written(transaction, { collection, restaurantIds: [restaurantId] });
  });

/**
 * Moves a place after another place. If that other place was removed in the meantime, nothing is moved. Removed places
 * keep their position, so that they can be restored.
 */
async function movePlace(
  transaction: Connection,
  {
    collection,
    entries,
    restaurantId,
    after,
  }: {
    collection: LockedCollection;
    entries: readonly Entry[];
    restaurantId: string;
    after: string | null;
  },
): Promise<void> {
  const others = entries.filter(({ id }) => id !== restaurantId);
  if (after !== null && !others.some((entry) => entry.id === after && isPresent(entry))) return;
  const position = positionAfter({ others, after });
  if (position === undefined) return;
  if (position !== null) {
    return setPositions(transaction, collection, [{ id: restaurantId, position }]);
  }
  const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1;
  const ids = others.map(({ id }) => id).toSpliced(at, 0, restaurantId);
  await setPositions(
    transaction,
    collection,
    ids.map((id, nth) => ({ id, position: (nth + 1) * POSITION_STEP })),
  );
}

/** Removes a place from the collection. The function is idempotent. @throws collections.not_found */
export const removeFromCollection = (
  database: Database,
  { restaurantId, ...key }: CollectionKey & { restaurantId: string },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'arrange' }, async (transaction, collection) => {
    const entries = await selectEntries(transaction, collection);
    const isChanged = entries.some((entry) => entry.id === restaurantId && isPresent(entry));
    if (isChanged) {
      await setRemoved(transaction, collection, { restaurantId, isRemoved: true });
      await notifyOthers(transaction, {
        ...notifierOf(collection),
        act: 'removed',
        restaurantIds: [restaurantId],
      });
    }
    return written(transaction, { collection, restaurantIds: [], isChanged });
  });

/**
 * Restores a place that was removed from the collection. The function is idempotent.
 * @param now milliseconds
 * @throws collections.not_found, collections.full, collections.place_not_found (also if the removal is more than a day
 * old)
 */
export const restoreToCollection = (
  database: Database,
  { restaurantId, now, ...key }: CollectionKey & { restaurantId: string; now: number },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'arrange' }, async (transaction, collection) => {
    const entries = await selectEntries(transaction, collection);
    const entry = entries.find(({ id }) => id === restaurantId);
    if (!entry || isUndoExpired(entry.removedAt, now)) {
      throw problem(collectionsProblems, 'collections.place_not_found');
    }
    const isChanged = !isPresent(entry);
    if (isChanged) {
      refuseAboveMaximum({ places: entries.filter(isPresent).length, adding: 1 });
      await setRemoved(transaction, collection, { restaurantId, isRemoved: false });
      await notifyOthers(transaction, {
        ...notifierOf(collection),
        act: 'added',
        restaurantIds: [restaurantId],
      });
    }
    return written(transaction, { collection, restaurantIds: [restaurantId], isChanged });
  });

const notifierOf = ({ id: collectionId, userId }: LockedCollection) => ({ collectionId, userId });

/** @throws collections.not_found, collections.not_allowed, collections.read_only, collections.paid_only */
export const writeCollection = <Answer>(
  database: Database,
  { act, ...key }: CollectionKey & { act: CollectionAct },
  change: (transaction: Connection, collection: LockedCollection) => Promise<Answer>,
): Promise<Answer> =>
  database
    .transaction()
    .execute(async (transaction) => change(transaction, await lockToWrite(transaction, { act, ...key })));

/** Locks the collection if the member may do this act. @throws the same problems as `writeCollection` */
export async function lockToWrite(
  transaction: Connection,
  { person, collectionId, act }: CollectionKey & { act: CollectionAct },
): Promise<LockedCollection> {
  const collection = await lockCollection(transaction, { userId: person.userId, collectionId });
  if (collection?.deletedAt !== null) throw problem(collectionsProblems, 'collections.not_found');
  refuseAct(collection, act);
  return collection;
}

function refuseAct({ membershipStatus }: LockedCollection, act: CollectionAct): void {
  const decision = canAct(membershipStatus, act);
  if (!decision.allowed) throw problem(collectionsProblems, `collections.${decision.reason}`);
}

export async function written(
  transaction: Connection,
  {
    collection,
    restaurantIds,
    isChanged = true,
  }: { collection: LockedCollection; restaurantIds: readonly string[]; isChanged?: boolean },
): Promise<PlacesWritten> {
  const version = isChanged ? await incrementVersion(transaction, collection) : collection.version;
  const places = await selectSomePlaces(transaction, collection, restaurantIds);
  return { version, places, order: await selectOrder(transaction, collection) };
}

/**
 * Permanently deletes collections, and places of collections, that were deleted too long ago to be restored. If a
 * manual place is then in no list and no collection, it is deleted too.
 */
export const purgeCollections = (database: Database): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await deletePrivatePlaces(transaction, await purgeRemoved(transaction));
  });
