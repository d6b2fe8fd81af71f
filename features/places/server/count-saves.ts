import type { Database } from '#server/database/database.ts';
import { deleteKeys, insertKeys, lockIndex, selectChangedSaves, updateSavedCounts } from './index.sql.ts';
import { placeKeysOf } from './place-keys.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.count_saves': Record<string, never>;
  }
}

/**
 * Counts anew how many members keep each place on their lists, and lets the index know where that matters. A daily
 * job rather than a part of each save: a save must not wait for the index, and a day's delay shows nowhere.
 * @param now milliseconds
 */
export async function countSaves(database: Database, now: number): Promise<void> {
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
