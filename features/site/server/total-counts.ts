import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { CategoryCounts } from '#features/statistics/statistics.contract.ts';
import { readCategoryCounts } from '#features/statistics/server/statistics.public.ts';
import type { Database } from '#server/database/database.ts';

export type TotalCounts =
  | { state: 'known'; counts: CategoryCounts['totalCounts'] }
  /** There is no place yet. */
  | { state: 'none' }
  | { state: 'failed' };

const FRESH_MS = 30_000;
const PATIENCE_MS = 1_000;

/**
 * The counts for the landing page, kept for half a minute. The page must show whatever becomes of the database: where
 * it does not answer within a second, the last counts stay, or the page says that there are none.
 */
export function keepTotalCounts({ database, log }: { database: Database; log: FastifyBaseLogger }) {
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
    // The first place shows at once: a new installation must not begin with a page that misses something.
    if (kept.state === 'none' || FRESH_MS <= now - readAt) {
      readAt = now;
      // Whoever comes meanwhile waits for the same answer.
      reading = Promise.race([read(), wait(PATIENCE_MS, undefined, { ref: false })]);
    }
    await reading;
    return kept;
  };
}
