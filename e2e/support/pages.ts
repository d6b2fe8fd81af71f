import { randomUUID } from 'node:crypto';
import type { RegisteredRouter } from '@tanstack/react-router';
import { ADMIN_SECTIONS } from '../../features/admin/web/admin-sections.ts';
import { paths } from '../../web/paths.ts';
import { expect, originOf, type Page, type Request } from './test.ts';

/** Returns the paths of all pages, with these ids. New pages are included automatically. */
export function everyPage(ids: Record<string, string>): {
  visitor: string[];
  member: string[];
  admin: string[];
} {
  const { admin, ...others } = paths;
  const withIds = (path: string) =>
    path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'unknown'));
  // An invitation opens without sign-in. The page that asks about an app has the frame of the sign-in pages.
  const withoutMenu: string[] = [paths.joinCollection, paths.connectApp];
  const needsSignIn = (path: string) => path.startsWith(paths.home) && !withoutMenu.includes(path);
  const all = Object.values(others);
  const ofAdmin = admin.replace('/{-$section}', '');
  return {
    visitor: all.filter((path) => !needsSignIn(path)).map(withIds),
    member: all.filter(needsSignIn).map(withIds),
    admin: ADMIN_SECTIONS.map((section) => `${ofAdmin}/${section}`),
  };
}

/**
 * Returns ids of the signed-in demonstration member, by their names in URLs: an official list, a place, an entry, a source, and the share
 * links of a list and of the entry. Creates the share link of the entry.
 */
export async function idsOf(page: Page): Promise<Record<string, string>> {
  const { restaurants } = await get(page, '/api/my-restaurants');
  const { entries } = await get(page, '/api/journal');
  const { sources } = await get(page, '/api/provided-restaurants');
  const { shares } = await get(page, '/api/list-shares');
  const answer = await page.request.put(`/api/journal/entries/${entries[0].id}/share`, {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
  });
  expect(answer.status()).toBe(200);
  const { share } = await answer.json();
  return {
    restaurantId: restaurants[0].id,
    entryId: entries[0].id,
    sourceId: sources[0].id,
    shareId: shares[0].id,
    journalId: share.id,
    list: 'good_price',
  };
}

async function get(page: Page, url: string) {
  const answer = await page.request.get(url);
  expect(answer.status(), url).toBe(200);
  return answer.json();
}

export const MENU_LINKS = [
  '회원정보 수정',
  '회비 결제',
  '결제 내역',
  '모먹지 일지',
  '내 리스트 공유',
  'FAQ',
  '회사 소개',
];

/** Matches the screens of members and of accounts. They have the same document. */
const IN_APP = /^\/(app|login|signup|password-reset|verify-email|unsubscribe|second-factor-removal)\b/;

/**
 * Opens an address. If both the current page and the address are screens of the app, navigates as a click on a link
 * does, without loading the page again. Waits for the code of the screen, not for its data.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith('http') || !IN_APP.test(new URL(page.url()).pathname) || !IN_APP.test(address)) {
    await page.goto(address);
    return;
  }
  await page.evaluate((to) => {
    const router = (globalThis as unknown as { __TSR_ROUTER__: RegisteredRouter }).__TSR_ROUTER__;
    return new Promise<void>((resolve) => {
      const stop = router.subscribe('onResolved', () => {
        stop();
        resolve();
      });
      history.pushState(null, '', to);
    });
  }, address);
}

/** Sets the size of the window, and waits until components know it: they learn of it in the next frame. */
export async function resizeWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/**
 * An address without a page of the app. From this address, `openScreen` loads the page, for example in another
 * language.
 */
export const BLANK_PAGE = 'about:blank';

/**
 * Watches the requests of a page. Unlike `networkidle` of Playwright, this also works for screens that were opened
 * without loading the page.
 * @returns a function that resolves when no request has been open for half a second. Streams do not count. Neither does
 * the script of the map's worker: if the map is removed before this script has arrived, Chromium reports no end of it.
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let idleSince = 0;
  const end = (request: Request) => {
    if (open.delete(request) && open.size === 0) idleSince = Date.now();
  };
  page.on('request', (request) => {
    if (!request.url().includes('/maplibre-gl-worker')) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) end(response.request());
  });
  return async () => {
    const start = Date.now();
    const isIdle = () => open.size === 0 && Date.now() > Math.max(idleSince, start) + 500;
    // A failure names the open requests.
    const state = () => (isIdle() ? 'idle' : [...open].map((request) => request.url()));
    await expect.poll(state, { intervals: [510, 100] }).toBe('idle');
  };
}
