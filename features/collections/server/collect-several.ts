import { canAddPlaces, POSITION_STEP } from '#features/collections/collections.rules.ts';
import type { CollectionAct } from '#features/collections/joint.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { ProblemError } from '#server/http/problem.ts';
import {
  insertEntries,
  selectEntries,
  selectVisibleAmong,
  setSeveralRemoved,
} from './collection-places.sql.ts';
import { lockToWrite } from './collections.service.ts';
import { incrementVersion, type LockedCollection } from './collections.sql.ts';
import { notifyOthers } from './notify-others.ts';

type Several = { userId: string; collectionIds: Iterable<string> };

/**
 * Locks collections in the order of their ids (docs/decisions/0030-lock-order.md). The result maps the id of a
 * collection to the locked collection, or to the code of the problem.
 */
async function lockSeveral(
  transaction: Connection,
  { userId, collectionIds }: Several,
): Promise<Map<string, LockedCollection | string>> {
  const locked = new Map<string, LockedCollection | string>();
  const act: CollectionAct = 'arrange';
  for (const collectionId of [...new Set(collectionIds)].toSorted()) {
    try {
      locked.set(collectionId, await lockToWrite(transaction, { person: { userId }, collectionId, act }));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      locked.set(collectionId, error.code);
    }
  }
  return locked;
}

/** @throws collections.not_found, collections.not_allowed, collections.read_only */
export async function requireCollectable(transaction: Connection, several: Several): Promise<void> {
  for (const collectionId of [...new Set(several.collectionIds)].toSorted())
    await lockToWrite(transaction, { person: several, collectionId, act: 'arrange' });
}

export type OpenCollection = {
  /** Reserves room for one place. @returns false if the collection is full */
  reserve: (restaurantId: string) => boolean;
  /** Adds places for which `reserve` was called before. It must be called only once. @returns the ids of the places that were added */
  collect: (restaurantIds: readonly string[]) => Promise<Set<string>>;
};

/**
 * Locks collections to add places to them. The result maps the id of a collection to the locked collection, or to the code
 * of the problem.
 */
export async function openCollections(
  transaction: Connection,
  several: Several,
): Promise<Map<string, OpenCollection | string>> {
  const opened = new Map<string, OpenCollection | string>();
  for (const [id, collection] of await lockSeveral(transaction, several))
    opened.set(id, typeof collection === 'string' ? collection : await open(transaction, collection));
  return opened;
}

async function open(transaction: Connection, collection: LockedCollection): Promise<OpenCollection> {
  const entries = await selectEntries(transaction, collection);
  const present = new Set(entries.filter(({ removedAt }) => removedAt === null).map(({ id }) => id));
  const reserved = new Set(present);
  return {
    reserve: (restaurantId) => {
      if (reserved.has(restaurantId)) return true;
      if (!canAddPlaces({ places: reserved.size, adding: 1 }).allowed) return false;
      reserved.add(restaurantId);
      return true;
    },
    collect: async (restaurantIds) => {
      const wanted = [...new Set(restaurantIds)].filter((id) => !present.has(id));
      const { userId } = collection;
      const visible = await selectVisibleAmong(transaction, { userId, restaurantIds: wanted });
      const adding = wanted.filter((id) => visible.has(id));
      if (adding.length > 0) {
        const from = (entries.at(-1)?.position ?? 0) + POSITION_STEP;
        await insertEntries(transaction, collection, { restaurantIds: adding, from });
        await incrementVersion(transaction, collection);
        await notifyOthers(transaction, {
          collectionId: collection.id,
          userId,
          act: 'added',
          restaurantIds: adding,
        });
      }
      return new Set(adding);
    },
  };
}

/** Opens collections for the removal of places. Collections that the member may no longer change are skipped. */
export async function openForRemoval(transaction: Connection, several: Several) {
  const locked = await lockSeveral(transaction, several);
  return {
    /** Removes places. @returns the places in collections that the member may change */
    remove: async <Place extends { collectionId: string; restaurantId: string }>(
      places: readonly Place[],
    ): Promise<Set<Place>> => {
      const removed = new Set<Place>();
      for (const [collectionId, ofCollection] of Map.groupBy(places, (place) => place.collectionId)) {
        const collection = locked.get(collectionId);
        if (collection === undefined || typeof collection === 'string') continue;
        await setSeveralRemoved(
          transaction,
          collection,
          ofCollection.map(({ restaurantId }) => restaurantId),
        );
        await incrementVersion(transaction, collection);
        for (const place of ofCollection) removed.add(place);
      }
      return removed;
    },
  };
}
