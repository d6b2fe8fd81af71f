import type { Database } from '#server/database/database.ts';
import { deleteKeys, insertKeys, lockIndex, selectChangedSaves, updateSavedCounts } from './index.sql.ts';
import { placeKeysOf } from './place-keys.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.count_saved_places': Record<string, never>;
  }
}

/**
 * Recounts how many members have saved each place, and updates the search keys of places whose count has changed. Runs
 * as a daily job instead of with each save, because a save must not wait for the index. A delay of a day is not
 * noticeable.
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
