import type { Database } from '#server/database/database.ts';
import { deleteOldCalls } from './daily-budget.sql.ts';
import { deleteOldToldPlaces } from './told-places.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.forget_old_answers': Record<string, never>;
  }
}

/** Deletes search results that no member chose, and counts of calls that no budget needs any more. */
export async function forgetOldAnswers(database: Database): Promise<void> {
  await deleteOldToldPlaces(database);
  await deleteOldCalls(database);
}
