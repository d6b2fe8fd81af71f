/**
 * `node bench/import-review.ts`: measures the frames while the review of 5,000 imported places scrolls in Chromium, at
 * the size of a phone and of a desktop. For comparison, the same run measures the frames of plain rows without content.
 * Requires a build and Playwright's browser or CHROMIUM.
 */
import { openAsMember, openBrowser } from './bench-browser.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { loadMembers, userOf } from './generated-lists.ts';
import { at, SCROLL, type Scrolled } from './in-page.ts';

const ROWS = 5_000;
const ROUNDS = 3;
/** Maximum ratio of the 95th percentile of the frame times to that of the plain rows. */
const LIMIT = 1.5;
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

const database = await openBenchDatabase({
  name: 'bench_import_review',
  load: async (pool) => {
    await loadMembers(pool, { from: 1, to: 1 });
    await pool.query(
      `insert into member_imports (id, user_id, fields, expires_at) values
       ('00000000-0000-4000-8000-000000000001', $1,
        '{"status":"방문 예정","customTags":[],"sourceKind":null,"sourceMemo":""}', 'infinity')`,
      [userOf(1)],
    );
    await pool.query(
      `insert into member_import_rows (import_id, position, key, place, fields, match)
       select '00000000-0000-4000-8000-000000000001', n, n::text,
         jsonb_build_object('name', '국밥집 ' || n, 'address', '서울 중구 을지로 ' || n, 'phoneNumber', '',
           'link', '', 'coordinates', null, 'placeId', ''),
         '{"status":null,"customTags":["여행"],"sourceKind":null,"sourceMemo":"","rating":null,"review":""}',
         case n % 4 when 0 then '{"state":"none","candidates":[],"restaurantId":null}'::jsonb
         else jsonb_build_object('state', case n % 4 when 1 then 'choose' else 'certain' end, 'restaurantId', null,
           'candidates', jsonb_build_array(jsonb_build_object('placeId', 'bench:' || n, 'name', '국밥집 ' || n,
             'address', '서울 중구 을지로 ' || n, 'kind', '한식', 'businessStatus', 'operational'))) end
       from generate_series(0, $1::int - 1) n`,
      [ROWS],
    );
  },
});
await database.pool.query("update member_imports set expires_at = now() + interval '30 days'");
const product = await startServer({ connectionString: database.connectionString });
const browser = await openBrowser();
const PLAIN = `(() => {
  const rows = Array.from({ length: ${ROWS} }, (_, at) => '<li data-index="' + at + '" style="height:94px">' + at + '</li>');
  document.body.innerHTML = '<ul>' + rows.join('') + '</ul>';
  window.scrollTo(0, 0);
})()`;

for (const [name, viewport] of Object.entries(SIZES)) {
  const { page, context } = await openAsMember({
    browser,
    member: 1,
    address: `http://localhost:${product.port}/app/import`,
    viewport,
    watch: '',
    until: 'li[data-index]',
  });
  const bare = await browser.newPage({ viewport });
  await bare.setContent('<!doctype html><html lang="ko"><body></body></html>');
  await bare.evaluate(PLAIN);
  const frames: Record<'review' | 'plain', number[]> = { review: [], plain: [] };
  let longTasks = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const scrolled = await page.evaluate<Scrolled>(SCROLL);
    frames.review.push(...scrolled.frames);
    longTasks += scrolled.longTasks.length;
    frames.plain.push(...(await bare.evaluate<Scrolled>(SCROLL)).frames);
  }
  const [review, plain] = [at(frames.review, 0.95), at(frames.plain, 0.95)];
  console.log(
    `${name}: median ${median(frames.review).toFixed(1)} and ${median(frames.plain).toFixed(1)} ms, 95 % of frames within ${review.toFixed(1)} and ${plain.toFixed(1)} ms, slowest ${Math.max(...frames.review).toFixed(0)} and ${Math.max(...frames.plain).toFixed(0)} ms; tasks of 50 ms and more: ${longTasks} ${verdict(`${LIMIT} times`, review <= LIMIT * plain, { name: `import review: ${name}, times plain rows`, value: review / plain })}`,
  );
  await context.close();
  await bare.close();
}
await browser.close();
await product.stop();
await database.stop();
