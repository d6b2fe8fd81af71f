/**
 * `LIGHTHOUSE=/tmp/lighthouse/node_modules/lighthouse node bench/largest-paint.ts`: largest contentful paint of the app
 * of a signed-in member with 100 restaurants, and of a shared list of 100, in Lighthouse's mobile setting, with
 * throttled and with simulated network and processor. The browser has no stored data. Requires a build and what
 * `lighthouse.ts` states.
 */
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { loadCatalogue, loadLists, loadShares, sessionOf, shareOf } from './generated-lists.ts';
import { runLighthouse } from './lighthouse.ts';

const RUNS = Number(process.env.BENCH_ROUNDS ?? 5);

const database = await openBenchDatabase({
  name: 'bench_largest_paint',
  load: async (pool) => {
    await loadCatalogue(pool, { places: 10_000 });
    await loadLists(pool, { from: 1, to: 1, places: 10_000 });
    await loadShares(pool, { from: 1, to: 1 });
  },
});
const server = await startServer({ connectionString: database.connectionString });
const origin = `http://localhost:${server.port}`;

try {
  await measure({
    name: '/app signed in',
    url: `${origin}/app`,
    cookie: cookieOfSession(sessionOf(1)),
    limit: 1800,
  });
  await measure({ name: 'shared list', url: `${origin}/shared/${shareOf(1)}`, limit: 1000 });
} finally {
  await server.stop();
  await database.stop();
}

async function measure({
  name,
  url,
  cookie,
  limit,
}: {
  name: string;
  url: string;
  cookie?: string;
  limit: number;
}): Promise<void> {
  for (const throttling of ['devtools', 'simulate'] as const) {
    const paints: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      paints.push(
        (
          await runLighthouse(url, {
            categories: ['performance'],
            throttling,
            ...(cookie !== undefined && { cookie }),
          })
        ).lcp,
      );
    const value = median(paints);
    console.log(
      `LCP of ${name} (${throttling}): ${paints.map((paint) => Math.round(paint)).join(', ')} ms; median ${Math.round(value)} ms ` +
        verdict(`${limit} ms`, value <= limit, { name: `LCP of ${name}, ${throttling}, ms`, value }),
    );
  }
}
