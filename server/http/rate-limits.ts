import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

/** Counts for a minute, and for so many addresses or accounts at most; the longest unseen is forgotten first. */
const WINDOW = { timeWindow: 60_000, cache: 20_000 };

/**
 * Limits requests to the API by network address (IPv6 by its /64 network). Counted in this process, because a
 * write to the database for each request would cost more than most requests; see docs/decisions/rate-limits.md.
 */
export async function limitAddresses(app: App, { REQUESTS_PER_MINUTE_BY_ADDRESS }: Settings): Promise<void> {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ ...WINDOW, max: REQUESTS_PER_MINUTE_BY_ADDRESS });
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/')) refuseExcess(await count(request));
  });
}

/** Limits requests by account, once it is known. */
export function limitAccounts(app: App, { REQUESTS_PER_MINUTE_BY_ACCOUNT }: Settings): void {
  const count = app.createRateLimit({
    ...WINDOW,
    max: REQUESTS_PER_MINUTE_BY_ACCOUNT,
    keyGenerator: (request: FastifyRequest) => request.person?.userId ?? '',
  });
  app.addHook('onRequest', async (request) => {
    if (request.person) refuseExcess(await count(request));
  });
}

type Count = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>;

function refuseExcess(count: Count): void {
  if (!count.isAllowed && count.isExceeded) {
    throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: count.ttlInSeconds });
  }
}
