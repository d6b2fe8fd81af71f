/**
 * `node bench/first-row.ts`: opens a member's list of 5,000 restaurants in Chromium at desktop size, with an empty
 * browser cache. Measures the time to the first row, compared with an empty React page; the time to the first pins,
 * compared with an empty MapLibre map; and the long tasks before the first row. The list and the two empty pages are
 * measured in turn, and the medians are compared. Requires a build and Playwright's browser or CHROMIUM.
 */
import { type Browser } from '@playwright/test';
import { EMPTY_REACT_PAGE, packageFile, serveBareApplication } from './bare-application.ts';
import { openAsMember, openBrowser } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { loadLongLists } from './generated-lists.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const LIMITS = { row: 1.6, pins: 1.3, longTask: 100 };
const viewport = { width: 1280, height: 800 };

/**
 * A script that runs in the page. It records when the first row and the first pins appear, and the tasks of 50 ms and
 * more.
 */
const WATCH = `(() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
    .observe({ type: 'longtask', buffered: true });
  (function look() {
    const map = document.querySelector('.maplibregl-map')?.maplibre;
    if (!window.firstRow && document.querySelector('li[data-index]')) window.firstRow = performance.now();
    if (map?.loaded() && map.queryRenderedFeatures({ layers: ['pins', 'clusters'] }).length > 0)
      window.firstPins = performance.now();
    if (!window.firstRow || !window.firstPins) setTimeout(look, 10);
  })();
})()`;

/** Program of an empty map. The map has one background layer, because a map without layers draws nothing. */
const EMPTY_MAP = `import 'maplibre-gl/dist/maplibre-gl.css'; import { Map, setWorkerUrl } from 'maplibre-gl';
  setWorkerUrl('/map-worker.js');
  const layers = [{ id: 'land', type: 'background', paint: { 'background-color': '#eeeeee' } }];
  const map = new Map({ container: 'app', style: { version: 8, sources: {}, layers }, center: [126.98, 37.56], zoom: 11 });
  map.on('load', () => document.body.insertAdjacentHTML('beforeend', '<p id="ready"></p>'));`;

type Task = { startTime: number; duration: number };

const database = await openBenchDatabase({ name: 'bench_lists_in_seoul', load: loadLongLists });
const product = await startServer({ connectionString: database.connectionString });
const emptyPage = await serveBareApplication({ program: EMPTY_REACT_PAGE });
const worker = { type: 'text/javascript', text: packageFile('maplibre-gl/dist/maplibre-gl-worker.mjs') };
const emptyMap = await serveBareApplication({ program: EMPTY_MAP, files: { '/map-worker.js': worker } });
const browser = await openBrowser();
const times = { row: [] as number[], pins: [] as number[], page: [] as number[], map: [] as number[] };
const longest: number[] = [];

// The first round is a warm-up. Its results are not used.
for (let round = 0; round <= ROUNDS; round += 1) {
  const measured = {
    ...(await openList()),
    page: await openBare(browser, emptyPage.url),
    map: await openBare(browser, emptyMap.url),
  };
  if (round === 0) continue;
  for (const name of ['row', 'pins', 'page', 'map'] as const) times[name].push(measured[name]);
  longest.push(measured.longest);
}
compareWith({ what: 'first row', own: times.row, bare: times.page, limit: LIMITS.row });
compareWith({ what: 'first pins', own: times.pins, bare: times.map, limit: LIMITS.pins });
const task = median(longest);
console.log(
  `longest task before the first row, median of ${ROUNDS}: ${task.toFixed(0)} ms ${verdict(`${LIMITS.longTask} ms`, task <= LIMITS.longTask, { name: 'first row: longest task before it, ms', value: task })}`,
);

await browser.close();
emptyPage.stop();
emptyMap.stop();
await product.stop();
await database.stop();

async function openList() {
  const address = `http://localhost:${product.port}/app`;
  const opened = { browser, member: 1, address, viewport, watch: WATCH, until: 'li[data-index]' };
  const { page, context } = await openAsMember(opened);
  const pins = await page.waitForFunction('window.firstPins', undefined, { polling: 50, timeout: 60_000 });
  const row = await page.evaluate<number>('window.firstRow');
  const tasks = await page.evaluate<Task[]>('window.tasks');
  const result = {
    row,
    pins: Number(await pins.jsonValue()),
    longest: Math.max(0, ...tasks.filter(({ startTime }) => startTime < row).map(({ duration }) => duration)),
  };
  await context.close();
  return result;
}

/** Returns the milliseconds from the navigation until `#ready` is in the page. */
async function openBare(opener: Browser, url: string): Promise<number> {
  const page = await opener.newPage({ viewport });
  await page.addInitScript(`(function look() {
    if (document.querySelector('#ready')) window.readyAt = performance.now();
    else setTimeout(look, 10);
  })()`);
  await page.goto(url);
  const ready = await page.waitForFunction('window.readyAt', undefined, { polling: 50, timeout: 60_000 });
  const time = Number(await ready.jsonValue());
  await page.close();
  return time;
}

function compareWith({
  what,
  own,
  bare,
  limit,
}: {
  what: string;
  own: number[];
  bare: number[];
  limit: number;
}): void {
  const ratio = median(own) / median(bare);
  const all = (each: number[]) => each.map((time) => time.toFixed(0)).join(', ');
  console.log(
    `${what} of 5,000: ${median(own).toFixed(0)} ms, bare ${median(bare).toFixed(0)} ms, ${ratio.toFixed(2)} times ${verdict(`${limit} times`, ratio <= limit, { name: `${what} of 5,000, ratio to a bare page`, value: ratio })} (${all(own)}; ${all(bare)})`,
  );
}
