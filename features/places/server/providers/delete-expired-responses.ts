import type { Database } from '#server/database/database.ts';
import { deleteOldCalls } from './daily-budget.sql.ts';
import { deleteExpiredSearchResults } from './kakao/search-result-cache.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'places.delete_expired_responses': Record<string, never>;
  }
}

/** Deletes old search results and old call counts. The daily limits do not need the old counts. */
export async function deleteExpiredResponses(database: Database): Promise<void> {
  await deleteExpiredSearchResults(database);
  await deleteOldCalls(database);
}
