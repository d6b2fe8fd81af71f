import type { FastifyRequest } from 'fastify';
import { commonProblems } from '#common/problem.ts';
import type { App } from './feature.ts';
import { hasProblemCode, problem } from './problem.ts';
import { rejectExcessRequests } from './rate-limits.ts';

/**
 * Limits for one IP address and minute. The first `max` unknown links get their normal answer, because people mistype
 * links. Further unknown links are answered with 429.
 * Known links can still be opened, because many people can share one IP address.
 * After `ban` more unknown links, the address cannot open any secret link until the minute ends.
 */
const UNKNOWN_LINKS = { max: 20, ban: 180, timeWindow: 60_000, cache: 20_000 };

/**
 * Limits how many unknown links an IP address can try.
 * @param code the problem code of an unknown link
 */
export function limitUnknownIds(app: App, { code }: { code: string }) {
  const countUnknown = app.createRateLimit(UNKNOWN_LINKS);
  return async <T>(request: FastifyRequest, open: () => Promise<T>) => {
    const before = await countUnknown(request, { increment: false });
    if (!before.isAllowed && before.isBanned)
      throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: before.ttlInSeconds });
    try {
      return await open();
    } catch (error) {
      if (hasProblemCode(error, code)) {
        rejectExcessRequests(await countUnknown(request));
      }
      throw error;
    }
  };
}
