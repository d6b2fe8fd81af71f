import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { CategoryCounts } from '#features/statistics/statistics.contract.ts';
import { readCategoryCounts } from '#features/statistics/server/statistics.public.ts';
import type { Database } from '#server/database/database.ts';

export type TotalCounts =
  | { state: 'known'; counts: CategoryCounts['totalCounts'] }
  /** The catalogue is empty. */
  | { state: 'none' }
  | { state: 'failed' };

const FRESH_MS = 30_000;
const TIMEOUT_MS = 1_000;

/**
 * Creates a cache of the counts. The page must render without the database. If the database does not answer within a
 * second, the page shows the last counts.
 * If there are no counts, the page says that they are unavailable.
 */
export function createTotalCountsCache({ database, log }: { database: Database; log: FastifyBaseLogger }) {
  let kept: TotalCounts = { state: 'failed' };
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    try {
      const found = await readCategoryCounts(database);
      kept = found ? { state: 'known', counts: found.totalCounts } : { state: 'none' };
    } catch (error) {
      log.warn({ err: error }, 'the counts for the landing page could not be read');
      if (kept.state === 'none') kept = { state: 'failed' };
    }
  }

  let reading: Promise<void> = Promise.resolve();
  return async (now: number): Promise<TotalCounts> => {
    // An empty result is not cached, so that the first place of the catalogue appears immediately.
    if (kept.state === 'none' || FRESH_MS <= now - readAt) {
      readAt = now;
      // Concurrent requests share one query.
      reading = Promise.race([read(), wait(TIMEOUT_MS, undefined, { ref: false })]);
    }
    await reading;
    return kept;
  };
}
