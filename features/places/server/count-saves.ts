import type { Database } from '#server/database/database.ts';
import { deleteKeys, insertKeys, lockIndex, selectChangedSaves, updateSavedCounts } from './index.sql.ts';
import { placeKeysOf } from './place-keys.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.count_saved_places': Record<string, never>;
  }
}

/**
 * Counts again how many members have saved each place. Updates the search keys of places whose count has changed.
 * This is a daily job, because a save must not wait for the lock on the index. Members do not notice a delay of a
 * day.
 * @param now milliseconds
 */
export async function countSavedPlaces(database: Database, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await lockIndex(transaction))) return;
    const changed = await selectChangedSaves(transaction);
    await updateSavedCounts(transaction, changed);
    for (const { counted, ...place } of changed) {
      await deleteKeys(transaction, placeKeysOf(place, now));
      await insertKeys(transaction, placeKeysOf({ ...place, savedCount: counted }, now));
    }
  });
}
