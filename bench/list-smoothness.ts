/**
 * `node bench/list-smoothness.ts`: measures a member's list and journal in Chromium at desktop size: the time until the
 * list and the pins appear with 5,000 restaurants, scrolling and filtering with 10,000 restaurants, and the same for a
 * journal of 5,000 entries. Requires a build and Playwright's browser or CHROMIUM.
 */
import type { Page } from '@playwright/test';
import { openAsMember, openBrowser, typeInto } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { at, FIRST_PAINTS, LONGEST_TASK, SCROLL, type Scrolled, WATCH_TASKS } from './in-page.ts';
import { loadLongLists } from './generated-lists.ts';

/** Limits in milliseconds. A frame at 60 Hz with jitter takes 17.6, and two frames take 33. */
const LIMITS = { frame: 17.6, slowFrame: 33, key: 100, firstRow: 1000, firstPins: 2000, task: 200 };
/** Milliseconds. Meanwhile, the page evaluates the code of other screens, which `first-visit.ts` measures. */
const REST_OF_START_MS = 5000;
/** Runs in the page. */
const MAP_IS_DRAWN = "window.firstPins && document.querySelector('.maplibregl-map')?.maplibre.loaded()";

const database = await openBenchDatabase({ name: 'bench_long_lists', load: loadLongLists });
const product = await startServer({ connectionString: database.connectionString });
const url = `http://localhost:${product.port}`;
const browser = await openBrowser();
const opened = (member: number, path = '/app') =>
  openAsMember({
    browser,
    member,
    address: url + path,
    viewport: { width: 1280, height: 800 },
    watch: FIRST_PAINTS,
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
await long.page.waitForFunction(MAP_IS_DRAWN, undefined, { polling: 50, timeout: 60_000 });
await reportScrolling(long.page, 'the list of 10,000');
await reportTyping(long.page, { what: 'the list of 10,000', label: '내 맛집에서 찾기' });
await long.context.close();

const journal = await opened(3, '/app/momokzi-journal');
report(
  'journal of 5,000, first entry painted',
  await journal.page.evaluate<number>('window.firstRow'),
  LIMITS.firstRow,
);
await reportScrolling(journal.page, 'the journal of 5,000');
await reportTyping(journal.page, { what: 'the journal of 5,000', label: '일지에서 찾기' });
await journal.page.evaluate(WATCH_TASKS);
for (let month = 0; month < 5; month += 1) {
  await journal.page.getByLabel('이전 달').click();
  await journal.page.waitForTimeout(300);
}
await journal.page.getByRole('link', { name: '돌아보기' }).click();
await journal.page.getByLabel('이전 해').click();
await journal.page.waitForTimeout(1000);
const longestTask = await journal.page.evaluate<number>(LONGEST_TASK);
report('months of the calendar and yearly reviews, longest task', longestTask, LIMITS.task);

await browser.close();
await product.stop();
await database.stop();

async function reportScrolling(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(REST_OF_START_MS);
  const { frames, longTasks } = await page.evaluate<Scrolled>(SCROLL);
  report(`scrolling ${what}, median frame`, median(frames), LIMITS.frame);
  report(`scrolling ${what}, 95 % of frames`, at(frames, 0.95), LIMITS.slowFrame);
  const longest = Math.round(Math.max(0, ...longTasks));
  console.log(`long tasks (50 ms and more) meanwhile: ${longTasks.length}, longest ${longest} ms`);
}

async function reportTyping(page: Page, { what, label }: { what: string; label: string }): Promise<void> {
  const keys = await typeInto({ page, label });
  report(`a key in the search of ${what}, median until painted`, median(keys), LIMITS.key);
  report(`a key in the search of ${what}, slowest`, Math.max(...keys), LIMITS.key);
}

function report(what: string, measured: number | undefined = Number.NaN, limit: number): void {
  const ratio = `${(measured / limit).toFixed(2)} of the limit`;
  console.log(`${what}: ${measured.toFixed(1)} ms, ${ratio} ${verdict(`${limit} ms`, measured <= limit)}`);
}
