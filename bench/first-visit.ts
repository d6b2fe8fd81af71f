/**
 * `node bench/first-visit.ts`: the first visit of a member with a list of 100 on a slow phone: a processor four times
 * slower, 1.6 Mbit/s, 150 ms, nothing stored. Prints the medians of five visits. `OLDER=folder` also measures a checkout
 * of an older version, with its packages installed and its screens and server built. Requires Playwright's browser or
 * CHROMIUM. The build prints the size of the JavaScript.
 */
import path from 'node:path';
import type pg from 'pg';
import type { migrate } from '#server/database/migrate.ts';
import { openAsMember, openBrowser } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { loadCatalogue, loadMembers, userOf } from './generated-lists.ts';
import { FIRST_PAINTS } from './in-page.ts';

const VISITS = Number(process.env.BENCH_ROUNDS ?? 5);
const PLACES = 100;
const PHONE = { width: 390, height: 844 };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const SLOWDOWN = 4;
const SETTLING_MS = 6_000;

const LIMITS = {
  firstRow: { what: 'list readable', limit: 2_500, unit: 'ms' },
  firstPins: { what: 'pins drawn', limit: 4_000, unit: 'ms' },
  shifts: { what: 'layout shifts after the first row', limit: 0, unit: '' },
  longestTask: { what: 'longest task', limit: 150, unit: 'ms' },
} as const;
type Visit = Record<keyof typeof LIMITS, number>;

/** Adds the layout shifts after the first row, and the longest task, to what `FIRST_PAINTS` records. */
const WATCH = `${FIRST_PAINTS};
  window.shifts = [];
  window.longestTask = 0;
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ startTime, value }) => [startTime, value])))
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });`;

const older = process.env.OLDER && path.resolve(process.env.OLDER);
const browser = await openBrowser();
await measure('now');
if (older) await measure('older', older);
await browser.close();

/** @param folder the checkout of the older version */
async function measure(version: string, folder?: string): Promise<void> {
  const olderCode =
    folder && ((await import(`${folder}/server/database/migrate.ts`)) as { migrate: typeof migrate });
  const database = await openBenchDatabase({
    name: `bench_first_visit_${version}`,
    load,
    ...(olderCode && { migrateWith: olderCode.migrate }),
  });
  const product = await startServer({
    connectionString: database.connectionString,
    ...(folder && { script: `${folder}/dist/server/main.js` }),
  });
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await visitOf(product.port));
  await product.stop();
  await database.stop();
  for (const [name, { what, limit, unit }] of Object.entries(LIMITS)) {
    const measured = median(visits.map((each) => each[name as keyof Visit]));
    console.log(
      `${version}: ${what} ${measured.toFixed(unit ? 0 : 3)} ${unit} ${verdict(`≤ ${limit} ${unit}`, measured <= limit)}`,
    );
  }
}

async function visitOf(port: number): Promise<Visit> {
  const { context, page } = await openAsMember({
    browser,
    member: 1,
    address: `http://localhost:${port}/app`,
    viewport: PHONE,
    watch: WATCH,
    prepare: async (devtools) => {
      await devtools.send('Network.emulateNetworkConditions', NETWORK);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    },
  });
  await page.waitForFunction('window.firstPins', undefined, { polling: 100, timeout: 60_000 });
  // The typeface and the code for later load after the pins.
  await page.waitForTimeout(SETTLING_MS);
  const visit = await page.evaluate<Visit>(
    `({
      firstRow,
      firstPins,
      longestTask,
      shifts: shifts.reduce((sum, [at, value]) => sum + (at > firstRow ? value : 0), 0),
    })`,
  );
  await context.close();
  return visit;
}

async function load(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: PLACES });
  await pool.query(
    'update restaurants_public set lat = 37.4 + 0.3 * (lat - 33.2) / 5.2, lng = 126.8 + 0.4 * (lng - 126.1) / 3.4',
  );
  await loadMembers(pool, { from: 1, to: 1 });
  await pool.query(
    `insert into my_restaurants (user_id, restaurant_id, status, rating, custom_tags, source_kind, source_memo, linked_at)
     select $1, 'bench-place-' || n, case n % 3 when 0 then '방문 완료' else '방문 예정' end,
       case n % 3 when 0 then 4 end, array['점심', '혼밥'], 'tv', '골목 방송 ' || n || '회', now() - n * interval '1 day'
     from generate_series(1, $2::int) n`,
    [userOf(1), PLACES],
  );
}
