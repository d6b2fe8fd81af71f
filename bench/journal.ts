/**
 * `node bench/journal.ts` compares a journal of 5,000 entries with a journal of 50 in the same run, in Chromium at
 * phone size. It measures the time to the first entry, to a search result and to another month of the calendar, the
 * frames while scrolling, and the document over HTTP. Requires a build and Playwright's browser or CHROMIUM.
 */
import type pg from 'pg';
import { openAsMember, openBrowser, typeInto } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { at, SCROLL, type Scrolled } from './in-page.ts';
import { loadCatalogue, loadMembers, sessionOf, userOf } from './generated-lists.ts';

/** Limits in milliseconds. `frame` is one frame at 60 Hz with jitter. */
const LIMITS = { frame: 17.6, key: 50, month: 100, firstPaint: 1000, document: 100 };
const LENGTHS = [50, 5_000];

/** A script that runs in the page. It records when the first entry appears. */
const WATCH = `(function look() {
  if (document.querySelector('article')) window.firstEntry = performance.now();
  else setTimeout(look, 10);
})()`;

/** A script that runs in the page. It returns the milliseconds from a click until the other month is painted. */
const TURN = `(async () => {
  const button = document.querySelector('[aria-label="이전 달"]');
  const start = performance.now();
  button.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - start;
})()`;

const database = await openBenchDatabase({ name: 'bench_journals', load: loadJournals });
const product = await startServer({ connectionString: database.connectionString });
const url = `http://localhost:${product.port}`;
const browser = await openBrowser();

for (const [index, length] of LENGTHS.entries()) {
  const member = index + 1;
  const is = (what: string) => `${length.toLocaleString('en')} entries, ${what}`;
  const read = await documentOf(member);
  report(
    is(`document (${Math.round(read.bytes / 1024)} KB compressed), median`),
    read.milliseconds,
    LIMITS.document,
  );
  const { context, page } = await openAsMember({
    browser,
    member,
    address: `${url}/app/momokzi-journal`,
    viewport: { width: 390, height: 844 },
    watch: WATCH,
    until: 'article',
  });
  report(is('first entry painted'), await page.evaluate<number>('window.firstEntry'), LIMITS.firstPaint);
  const scrolling = await page.evaluate<Scrolled>(SCROLL);
  report(is('scrolling, median frame'), median(scrolling.frames), LIMITS.frame);
  report(is('scrolling, 95 % of frames'), at(scrolling.frames, 0.95), LIMITS.frame);
  console.log(`  long tasks meanwhile: ${scrolling.longTasks.length}`);
  const keys = await typeInto({ page, label: '일지에서 찾기' });
  report(is('a key in the search, median until painted'), median(keys), LIMITS.key);
  report(is('a key in the search, slowest'), Math.max(...keys), LIMITS.key);
  const turns: number[] = [];
  for (let month = 0; month < 6; month += 1) turns.push(await page.evaluate<number>(TURN));
  report(is('another month of the calendar, median'), median(turns), LIMITS.month);
  await context.close();
}

await browser.close();
await product.stop();
await database.stop();

async function documentOf(member: number): Promise<{ bytes: number; milliseconds: number }> {
  const headers = {
    cookie: cookieOfSession(sessionOf(member)),
    'sec-fetch-site': 'same-origin',
    'accept-encoding': 'br',
  };
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < 9; n += 1) {
    const start = performance.now();
    const answer = await fetch(`${url}/api/journal`, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - start);
    bytes = Number(answer.headers.get('content-length'));
  }
  return { bytes, milliseconds: median(times) };
}

function report(what: string, measured: number, limit: number): void {
  console.log(
    `${what}: ${measured.toFixed(1)} ms ${verdict(`${limit} ms`, measured <= limit, { name: `journal: ${what}, ms`, value: measured })}`,
  );
}

/** Creates journals with the numbers of entries in `LENGTHS`: three meals a day, each with a few lines of text. */
async function loadJournals(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: 1_000 });
  await loadMembers(pool, { from: 1, to: LENGTHS.length });
  for (const [index, length] of LENGTHS.entries()) {
    const user = userOf(index + 1);
    await pool.query('insert into journals (user_id, version) values ($1, 1)', [user]);
    await pool.query(
      `insert into journal_entries
         (user_id, id, restaurant_name, visit_date, visit_time, journal_text, tags_with, tags_occasion, created_at)
       select $1, gen_random_uuid(),
         (array['온달국수','하늘국밥','바다횟집','산골갈비'])[(1 + n % 4)::int] || ' ' || n % 97 || '호',
         current_date - (n / 3)::int, (time '07:30' + (n % 3) * interval '5 hours'),
         repeat('국물까지 싹 비우고 나왔다. 다음에는 부모님과. ', (1 + n % 12)::int),
         array[(array['친구와','가족과','혼밥/혼술'])[(1 + n % 3)::int]], array['가볍게 한 끼'], now() - n * interval '8 hours'
       from generate_series(1, $2::int) n`,
      [user, length],
    );
  }
}
