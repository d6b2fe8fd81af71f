import { WITHDRAWN_MILLISECONDS } from '#features/reviews/reviews.rules.ts';
import type { Database } from '#server/database/database.ts';
import { purgeWithdrawn } from './reviews.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'reviews.purge_withdrawn': Record<string, never>;
  }
}

const BATCH = 1000;

/**
 * Deletes reviews that were withdrawn more than a day ago. A deleted review cannot be restored.
 * @param now milliseconds
 */
export async function purgeWithdrawnReviews({
  database,
  now,
}: {
  database: Database;
  now: number;
}): Promise<void> {
  const before = new Date(now - WITHDRAWN_MILLISECONDS);
  while ((await purgeWithdrawn(database, { before, limit: BATCH })) === BATCH);
}
