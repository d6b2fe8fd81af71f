/**
 * `node bench/offline-start.ts`: starts the installed app without a network, with a stopped service worker and with the
 * processor slowed down four times. For comparison, the same run measures the start of an empty precached React page.
 * Measures the time until the list is shown and accepts input, and until the application runs. Requires a build and
 * Playwright's browser or CHROMIUM.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type pg from 'pg';
import { EMPTY_REACT_PAGE, serveBareApplication } from './bare-application.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { loadCatalogue, loadMembers, sessionOf, userOf } from './generated-lists.ts';

const SLOWDOWN = 4;
const ROUNDS = 11;
const PHONE = { width: 390, height: 844 };
/**
 * The lengths of the list. The start with a list may take at most `limit` times as long as the start of the empty page.
 */
const LISTS = [
  { length: 100, limit: 1.5 },
  { length: 5_000, limit: 2 },
];

const database = await openBenchDatabase({ name: 'bench_offline_lists', load: loadTheLists });
const product = await startServer({ connectionString: database.connectionString });
const empty = await serveEmptyPage();

for (const [index, { length, limit }] of LISTS.entries()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'momokzi-offline-'));
  const context = await openProfile(folder);
  const list = { url: `http://localhost:${product.port}/app`, until: 'li[data-index]' };
  const running = { ...list, until: '#app:not(:has([data-first-screen])) li[data-index]' };
  const bare = { url: empty.url, until: '#ready' };
  await signIn(context, index + 1, list.url);
  for (const page of [list, bare]) await prepare(context, page);
  await context.setOffline(true);
  const times = { list: [] as number[], running: [] as number[], bare: [] as number[] };
  // The list and the empty page are measured in turn, so that both have the same load of the machine. The results of
  // the first round are not used.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, page] of Object.entries({ list, running, bare })) {
      const time = await coldStart(context, page);
      if (0 < round) times[name as keyof typeof times].push(time);
    }
  }
  const { list: shown, running: ran, bare: plain } = medians(times);
  const ratio = shown / plain;
  console.log(
    `offline start with ${length} places: list ${shown.toFixed(0)} ms, empty page ${plain.toFixed(0)} ms, ratio ${ratio.toFixed(2)} ${verdict(`${limit} ×`, ratio <= limit, { name: `offline start: ${length} places`, value: ratio })}; application ${ran.toFixed(0)} ms, ratio ${(ran / plain).toFixed(2)}`,
  );
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}

empty.stop();
await product.stop();
await database.stop();

function medians<Name extends string>(times: Record<Name, number[]>): Record<Name, number> {
  const entries = Object.entries<number[]>(times).map(([name, each]) => [name, median(each)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function openProfile(folder: string): Promise<BrowserContext> {
  const executablePath = process.env.CHROMIUM;
  return chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    // Without WebGL the app shows no map. The map is loaded after the list, and would only make the times vary more.
    args: ['--disable-gpu', '--disable-3d-apis', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    viewport: PHONE,
    // Playwright evaluates expressions, which the policy of the pages forbids.
    bypassCSP: true,
    locale: 'ko-KR',
  });
}

async function signIn(context: BrowserContext, member: number, url: string): Promise<void> {
  const cookie = cookieOfSession(sessionOf(member));
  const [name = ''] = cookie.split('=');
  await context.addCookies([{ name, value: cookie.slice(name.length + 1), url: new URL(url).origin }]);
}

type Measured = { url: string; until: string };

/** Opens the page online, and waits until the service worker controls the page and the shown documents are stored. */
async function prepare(context: BrowserContext, { url, until }: Measured): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(until).first().waitFor({ timeout: 60_000 });
  await page.waitForFunction('navigator.serviceWorker.controller?.state === "activated"', undefined, {
    timeout: 60_000,
  });
  // The documents are stored shortly after they are shown.
  await page.waitForTimeout(3_000);
  await page.close();
}

/**
 * Returns the milliseconds from the start of the navigation until the element is in the page. The service worker is
 * stopped before.
 */
async function coldStart(context: BrowserContext, { url, until }: Measured): Promise<number> {
  await stopWorkers(context);
  const page = await context.newPage();
  await slowDown(context, page);
  await page.addInitScript(`(function look() {
    if (document.querySelector(${JSON.stringify(until)})) window.shownAt = performance.now();
    else requestAnimationFrame(look);
  })()`);
  await page.goto(url);
  const shown = await page.waitForFunction('window.shownAt', undefined, { timeout: 60_000 });
  const time = Number(await shown.jsonValue());
  await page.close();
  return time;
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

async function stopWorkers(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.close();
}

/**
 * Serves a React page that shows one word, with a service worker that precaches the page. No app of this kind can start
 * faster than this page.
 */
function serveEmptyPage() {
  return serveBareApplication({
    program: `${EMPTY_REACT_PAGE} navigator.serviceWorker.register('/worker.js');`,
    files: {
      '/worker.js': {
        type: 'text/javascript',
        text: `self.addEventListener('install', (event) => event.waitUntil(caches.open('all').then((cache) => cache.addAll(['/', '/page.js']))));
        self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
        self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((stored) => stored ?? fetch(event.request))));`,
      },
    },
  });
}

async function loadTheLists(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: Math.max(...LISTS.map(({ length }) => length)) });
  await loadMembers(pool, { from: 1, to: LISTS.length });
  for (const [index, { length }] of LISTS.entries())
    await pool.query(
      `insert into my_restaurants (user_id, restaurant_id, status, custom_tags, linked_at)
       select $1, 'bench-place-' || n, '방문 예정', array['점심'], now() - n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [userOf(index + 1), length],
    );
}
