import { matchPrecache } from 'workbox-precaching';
import { DEVICE_PAGE } from '../first-screen/device-page.ts';

/** If the server does not answer within this number of milliseconds, a page of the app is opened from this device. */
const FALLBACK_DELAY_MS = 3_000;

/** Matches addresses that only the server can answer. */
const SERVER_ONLY = /^\/(api|docs)(\/|$)|\.[a-z0-9]+$/i;

/**
 * Matches the pages that the server sends as complete documents (docs/decisions/0025-prerendered-pages.md). The worker
 * waits for them.
 */
const COMPLETE_PAGES = /^\/((faq|terms-of-service|privacy-policy|refund-policy)\/?)?$/;

export const isPage = (request: Request, { origin, pathname }: URL): boolean =>
  request.mode === 'navigate' && origin === location.origin && !SERVER_ONLY.test(pathname);

/**
 * Answers with the page from the server. If the server does not answer, opens the application, which shows the
 * documents on this device.
 * Pages are not stored, because they may contain data.
 */
export async function answerPage(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const answer = pageFromServer(event);
  answer.catch(() => undefined);
  const inTime = COMPLETE_PAGES.test(pathname) ? answer : Promise.race([answer, afterFallbackDelay()]);
  const page = await inTime.catch(() => null);
  if (page && !isDown(page)) return page;
  return (await matchPrecache(DEVICE_PAGE)) ?? answer;
}

export async function pageFromServer(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? fetch(event.request);
}

const afterFallbackDelay = () =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), FALLBACK_DELAY_MS));

/** Whether the response comes from a proxy that cannot reach the server. */
const isDown = ({ status }: Response): boolean => [502, 503, 504].includes(status);
