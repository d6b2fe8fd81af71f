import type { Database } from '#server/database/database.ts';
import { lockIndex, updateSavedCounts } from './index.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.count_saved_places': Record<string, never>;
  }
}

/**
 * Counts again how many members have saved each place. This is a daily job, because a save must not wait for the lock on
 * the index. Members do not notice a delay of a day.
 */
export async function countSavedPlaces(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await lockIndex(transaction)) await updateSavedCounts(transaction);
  });
}
