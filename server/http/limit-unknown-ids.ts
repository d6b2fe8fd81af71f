import type { FastifyRequest } from 'fastify';
import { commonProblems } from '#common/problem.ts';
import type { App } from './feature.ts';
import { ProblemError, problem } from './problem.ts';

/** Unknown links allowed per address: enough for typing mistakes, useless for guessing. */
const UNKNOWN_LINKS = { max: 20, timeWindow: 60_000, cache: 20_000 };

/**
 * Wraps the opening of secret links; an address that tries many unknown links is rate limited.
 * @param code the problem of an unknown link
 */
export function limitUnknownIds(app: App, { code }: { code: string }) {
  const countUnknown = app.createRateLimit(UNKNOWN_LINKS);
  return async <T>(request: FastifyRequest, opening: Promise<T>) => {
    try {
      return await opening;
    } catch (error) {
      if (error instanceof ProblemError && error.code === code) {
        const count = await countUnknown(request);
        if (!count.isAllowed && count.isExceeded) {
          throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: count.ttlInSeconds });
        }
      }
      throw error;
    }
  };
}
