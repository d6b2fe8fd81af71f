/**
 * `node bench/list-smoothness.ts`: measures a member's list in Chromium at desktop size: scrolling and filtering with
 * 10,000 restaurants, and the time until the list and the pins appear with 5,000 restaurants. Requires a build and
 * Playwright's browser or CHROMIUM.
 */
import { openAsMember, openBrowser, typeInto } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { at, FIRST_PAINTS, SCROLL, type Scrolled } from './in-page.ts';
import { loadLongLists } from './generated-lists.ts';

/** Limits in milliseconds. A frame at 60 Hz with jitter takes 17.6, and two frames take 33. */
const LIMITS = { frame: 17.6, slowFrame: 33, key: 100, firstRow: 1000, firstPins: 2000 };

const database = await openBenchDatabase({ name: 'bench_lists_in_seoul', load: loadLongLists });
const product = await startServer({ connectionString: database.connectionString });
const url = `http://localhost:${product.port}`;
const browser = await openBrowser();
/** Opens the home screen of a member. */
const opened = (member: number) =>
  openAsMember({
    browser,
    member,
    address: `${url}/app`,
    viewport: { width: 1280, height: 800 },
    watch: FIRST_PAINTS,
    until: 'li[data-index]',
  });

const first = await opened(1);
report(
  'list of 5,000, first row painted',
  await first.page.evaluate<number>('window.firstRow'),
  LIMITS.firstRow,
);
const pins = await first.page.waitForFunction('window.firstPins', undefined, {
  polling: 50,
  timeout: 60_000,
});
report('its pins, first drawn', Number(await pins.jsonValue()), LIMITS.firstPins);
await first.context.close();

const long = await opened(2);
await long.page.waitForFunction('window.firstPins', undefined, { polling: 50, timeout: 60_000 });
const scrolling = await long.page.evaluate<Scrolled>(SCROLL);
report('scrolling 10,000, median frame', median(scrolling.frames), LIMITS.frame);
report('scrolling 10,000, 95 % of frames', at(scrolling.frames, 0.95), LIMITS.slowFrame);
console.log(
  `long tasks (50 ms and more) meanwhile: ${scrolling.longTasks.length}, longest ${Math.round(Math.max(0, ...scrolling.longTasks))} ms`,
);
const keys = await typeInto({ page: long.page, label: '내 맛집에서 찾기' });
report('a key in the filter at 10,000, median until painted', median(keys), LIMITS.key);
report('a key in the filter at 10,000, slowest', Math.max(...keys), LIMITS.key);

await browser.close();
await product.stop();
await database.stop();

function report(what: string, measured: number | undefined = Number.NaN, limit: number): void {
  const ratio = `${(measured / limit).toFixed(2)} of the limit`;
  console.log(`${what}: ${measured.toFixed(1)} ms, ${ratio} ${verdict(`${limit} ms`, measured <= limit)}`);
}
