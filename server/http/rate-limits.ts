import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

/**
 * The counters cover one minute. `cache` is the maximum number of addresses or accounts that are counted. The address
 * or account without a request for the longest time is removed first.
 */
const COUNTERS = { timeWindow: 60_000, cache: 20_000 };

/**
 * Limits the requests of an IP address. IPv6 addresses are counted by /64 network.
 * The counts are in memory, because a database write would take longer than most requests
 * (docs/decisions/0007-rate-limits.md).
 */
export async function limitAddresses(app: App, { REQUESTS_PER_MINUTE_BY_ADDRESS }: Settings): Promise<void> {
  await app.register(rateLimit, { global: false, ipv6Subnet: 64 });
  const count = app.createRateLimit({ ...COUNTERS, max: REQUESTS_PER_MINUTE_BY_ADDRESS });
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/')) rejectExcessRequests(await count(request));
  });
}

/** Limits the requests of an account. Must be called after `limitAddresses`, which registers the plug-in, and after authentication. */
export function limitAccounts(app: App, { REQUESTS_PER_MINUTE_BY_ACCOUNT }: Settings): void {
  const count = app.createRateLimit({
    ...COUNTERS,
    max: REQUESTS_PER_MINUTE_BY_ACCOUNT,
    keyGenerator: (request: FastifyRequest) => request.person?.userId ?? '',
  });
  app.addHook('onRequest', async (request) => {
    if (request.person) rejectExcessRequests(await count(request));
  });
}

/** The result of counting a request. `isAllowed` means that its key is on an allow list, which no limit here has. */
type Count = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>;

/** @throws request.too_many if the counted request is above the limit */
export function rejectExcessRequests(count: Count): void {
  if (!count.isAllowed && count.isExceeded) {
    throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: count.ttlInSeconds });
  }
}
