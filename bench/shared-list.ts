/**
 * `node bench/shared-list.ts`: a shared list of 500 places, and the landing page.
 * 1. Measures the page while 2,000 readers load it, and the effect on the owner, who reads and writes the list.
 * 2. Measures the largest paint of both pages in Chromium with the CPU and network of a slow phone (Lighthouse's mobile
 * setting: 150 ms, 1.6 Mbit/s, a quarter of the CPU). Requires a build and a browser (CHROMIUM).
 */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import type pg from 'pg';
import { openBrowser } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { at } from './in-page.ts';
import { ask, type LoadRequest } from './load-generator.ts';
import { loadCatalogue, loadMembers, sessionOf, userOf } from './generated-lists.ts';

const LIMITS = { owner: 1.5, ttfb: 100, lcp: 2500 };
const PLACES = 500;
const READERS = 2_000;
/** The links to the list of the first member: an open, an expired and a paused link. */
const LINKS = { open: 'o'.repeat(32), expired: 'e'.repeat(32), paused: 'p'.repeat(32) };

const database = await openBenchDatabase({ name: 'bench_shared_list', load });
const { connectionString } = database;
const product = await startServer({
  connectionString,
  core: 0,
  environment: { TRUSTED_PROXY: 'loopback' },
});
const url = `http://localhost:${product.port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

await ownerAmongReaders();
await largestPaint('shared list', `/shared/${LINKS.open}`);
await largestPaint('landing page', '/');

agent.destroy();
await product.stop();
await database.stop();

/** Every request comes from another reader. */
function reader(path: string): LoadRequest {
  return {
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'br', 'x-forwarded-for': randomIpAddress() },
  };
}

/**
 * Simulates 200 readers per second. Each reader loads the page, sends a counted view, and loads the page again. The
 * owner alternates reads and writes.
 */
async function ownerAmongReaders(): Promise<void> {
  const cookie = cookieOfSession(sessionOf(1));
  const write = async () => {
    const start = performance.now();
    const answered = await ask({
      agent,
      port: product.port,
      method: 'PATCH',
      path: '/api/my-restaurants/bench-place-7',
      headers: {
        cookie,
        origin: url,
        'content-type': 'application/json',
        'x-forwarded-for': '10.9.9.9',
      },
      body: JSON.stringify({ rating: 0.5 * (1 + Math.floor(Math.random() * 10)) }),
    });
    if (answered !== 200) throw new Error(`The owner's write was answered with ${answered}.`);
    return performance.now() - start;
  };
  const writes = async (until: () => boolean) => {
    const times: number[] = [];
    while (!until()) {
      times.push(await write());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  };
  const quietUntil = performance.now() + 8_000;
  const quiet = await writes(() => performance.now() > quietUntil);
  let come = 0;
  const failed: number[] = [];
  const pageTimes: number[] = [];
  const readersDone = (async () => {
    const visits: Promise<void>[] = [];
    while (come < READERS) {
      come += 1;
      visits.push(
        visit().then(
          (times) => void pageTimes.push(...times),
          () => void failed.push(1),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(visits);
    come = Infinity;
  })();
  const busy = await writes(() => come === Infinity);
  await readersDone;
  console.log(
    `${READERS} readers in a row of 5 ms, ${failed.length} failed; page p50 ${median(pageTimes).toFixed(1)}, p99 ${at(pageTimes, 0.99).toFixed(1)} ms ` +
      verdict(`p50 ≤ ${LIMITS.ttfb} ms`, failed.length === 0 && median(pageTimes) <= LIMITS.ttfb),
  );
  const ratio = median(busy) / median(quiet);
  console.log(
    `the owner's writes: alone p50 ${median(quiet).toFixed(1)}, p99 ${at(quiet, 0.99).toFixed(1)} ms (${quiet.length}); ` +
      `among readers p50 ${median(busy).toFixed(1)}, p99 ${at(busy, 0.99).toFixed(1)} ms (${busy.length}): ` +
      `${ratio.toFixed(2)} times ${verdict(`${LIMITS.owner} times`, ratio <= LIMITS.owner)}`,
  );
}

/** Simulates one reader, who loads the page and revalidates it. */
async function visit(): Promise<number[]> {
  const start = performance.now();
  const status = await ask({ agent, port: product.port, ...reader(`/shared/${LINKS.open}`) });
  const took = performance.now() - start;
  await ask({
    agent,
    port: product.port,
    method: 'POST',
    path: `/api/shared-lists/${LINKS.open}/opens`,
    headers: { origin: url, 'x-forwarded-for': randomIpAddress() },
  });
  if (status !== 200) throw new Error(`A reader was answered with ${status}.`);
  return [took];
}

async function largestPaint(name: string, path: string): Promise<void> {
  const browser = await openBrowser();
  const paints: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      locale: 'ko-KR',
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 204_800,
      uploadThroughput: 93_750,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(
      `new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime; })
        .observe({ type: 'largest-contentful-paint', buffered: true })`,
    );
    await page.goto(url + path);
    await page.locator('h1').first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(2_000);
    paints.push(await page.evaluate<number>('window.largestPaint'));
    await context.close();
  }
  await browser.close();
  const lcp = median(paints);
  console.log(
    `${name}, largest paint on a slow phone: ${lcp.toFixed(0)} ms ${verdict(`${LIMITS.lcp} ms`, lcp <= LIMITS.lcp)}`,
  );
}

function randomIpAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `11.${a}.${b}.${c}`;
}

async function load(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: PLACES });
  await pool.query(
    'update restaurants_public set lat = 37.4 + 0.3 * (lat - 33.2) / 5.2, lng = 126.8 + 0.4 * (lng - 126.1) / 3.4',
  );
  await loadMembers(pool, { from: 1, to: 1 });
  await pool.query(
    `insert into my_restaurants (user_id, restaurant_id, status, rating, review, custom_tags, linked_at)
     select $1, 'bench-place-' || n, case n % 3 when 0 then '방문 완료' else '방문 예정' end, (1 + n % 10) / 2.0,
       case n % 3 when 0 then '국물이 진하고 반찬이 정갈하다. 다음에는 부모님과 함께 오자.' else '' end,
       array['점심'], now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [userOf(1), PLACES],
  );
  for (const [name, id] of Object.entries(LINKS))
    await pool.query(
      `insert into list_shares
         (id, user_id, title, note, selection, shows_ratings, shows_reviews, shows_memos, is_paused, expires_at)
       values ($1, $2, '비 오는 날 국물 지도', '', '{"of":"all"}', true, true, false, $3, $4)`,
      [id, userOf(1), name === 'paused', name === 'expired' ? new Date(0) : null],
    );
}
