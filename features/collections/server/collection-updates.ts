import type { CollectionUpdate } from '#features/collections/collections.contract.ts';
import { isReadOnly } from '#features/collections/joint.rules.ts';
import type { Database } from '#server/database/database.ts';
import { selectManualPlaceOwners } from './collection-places.sql.ts';
import { readCollectionUpdate } from './collections.service.ts';
import type { ReadableCollection } from './collections.sql.ts';

/**
 * Milliseconds for which an update is cached. A short time is enough, because all open screens read an update at almost
 * the same time.
 */
const UPDATE_CACHE_MS = 2_000;

/** No account has this id, so a read with this id returns no manual places of members. */
const NO_MEMBER = '';

type SharedUpdate = {
  /** JSON of the update without the fields that are different for each reader. */
  json: string;
  /** The ids of members who cannot use this update, because it does not contain their own manual places. */
  excludedUserIds: ReadonlySet<string>;
};

export type CollectionUpdates = {
  /** @returns JSON of the type `CollectionUpdate` */
  read: (collection: ReadableCollection, since: number) => Promise<string>;
};

/**
 * Reads and serializes the changes of a collection once for all open screens of this process. The caller must check the
 * right to read.
 */
export function createCollectionUpdates({
  database,
  keptFor = UPDATE_CACHE_MS,
}: {
  database: Database;
  keptFor?: number;
}): CollectionUpdates {
  const shared = new Map<string, Promise<SharedUpdate>>();

  const readShared = (collection: ReadableCollection, since: number): Promise<SharedUpdate> => {
    const { id, version, namesVersion, membershipStatus } = collection;
    const key = [id, since, version, namesVersion, isReadOnly(membershipStatus)].join(' ');
    const known = shared.get(key);
    if (known) return known;
    const reading = readForOthers(database, collection, since);
    shared.set(key, reading);
    // The caller gets the error. A failed read is not kept.
    reading.catch(() => shared.delete(key));
    setTimeout(() => shared.delete(key), keptFor).unref();
    return reading;
  };

  return {
    read: async (collection, since) => {
      const { json, excludedUserIds } = await readShared(collection, since);
      if (excludedUserIds.has(collection.userId))
        return JSON.stringify(await readCollectionUpdate(database, collection, since));
      const { me, membershipStatus } = collection;
      return `${JSON.stringify({ me, role: membershipStatus.role }).slice(0, -1)},${json.slice(1)}`;
    },
  };
}

async function readForOthers(
  database: Database,
  collection: ReadableCollection,
  since: number,
): Promise<SharedUpdate> {
  const excludedUserIds = new Set(await selectManualPlaceOwners(database, collection));
  const {
    me: _me,
    role: _role,
    ...update
  } = await readCollectionUpdate(database, { ...collection, userId: NO_MEMBER }, since);
  return { json: JSON.stringify(update satisfies Omit<CollectionUpdate, 'me' | 'role'>), excludedUserIds };
}
