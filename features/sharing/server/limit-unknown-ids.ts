import type { FastifyRequest } from 'fastify';
import { commonProblems } from '#common/problem.ts';
import type { App } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';

/** Unknown links allowed per address: enough for typing mistakes, useless for guessing. */
const UNKNOWN_LINKS = { max: 20, timeWindow: 60_000, cache: 20_000 };

/** Wraps the opening of links; an address that tries many unknown links is rate limited. */
export function limitUnknownIds(app: App) {
  const countUnknown = app.createRateLimit(UNKNOWN_LINKS);
  return async <T>(request: FastifyRequest<{ Params: { shareId: string } }>, opening: Promise<T>) => {
    try {
      return await opening;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'sharing.not_found') {
        const count = await countUnknown(request);
        if (!count.isAllowed && count.isExceeded) {
          throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: count.ttlInSeconds });
        }
      }
      throw error;
    }
  };
}
