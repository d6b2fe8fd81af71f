import type { Page, Route } from './test.ts';

export const FAILURES = ['offline', 'server', 'reset', 'slow'] as const;
export type Failure = (typeof FAILURES)[number];

/** Longer than every time limit of the browser for an answer. */
const PAST_TIME_LIMITS = 601_000;

/**
 * Lets every write of the page fail. Reads still work, except without a network.
 * @returns `sent` resolves when a write was requested; `end` ends the failure
 */
export async function failWrites(
  page: Page,
  failure: Failure,
): Promise<{ sent: () => Promise<void>; end: () => Promise<void> }> {
  if (failure === 'offline') return goOffline(page);
  const requested = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    requested.resolve();
    if (failure === 'reset') return route.abort('connectionreset');
    if (failure === 'server') return route.fulfill(SERVER_FAULT);
    await ended.promise;
    return route.abort('connectionreset').catch(() => undefined);
  };
  await page.route('**/api/**', handler);
  return {
    sent: async () => {
      await requested.promise;
      if (failure === 'slow') await page.clock.fastForward(PAST_TIME_LIMITS);
    },
    end: async () => {
      ended.resolve();
      await page.unroute('**/api/**', handler);
    },
  };
}

/**
 * Ends the network of the API, and informs the page. Screens can still load their code, as from the service worker,
 * which stories block.
 */
async function goOffline(page: Page) {
  const abort = (route: Route) => route.abort('internetdisconnected');
  const inform = (isOnline: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => value });
      window.dispatchEvent(new Event(value ? 'online' : 'offline'));
    }, isOnline);
  await page.route('**/api/**', abort);
  await inform(false);
  return {
    sent: () => Promise.resolve(),
    end: async () => {
      await page.unroute('**/api/**', abort);
      await inform(true);
    },
  };
}

/** The answer of the server to a request that fails with an unknown error (server/http/problem-answers.ts). */
const SERVER_FAULT = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: '/problems/server.failed',
    title: 'The server failed.',
    status: 500,
    code: 'server.failed',
  }),
};
