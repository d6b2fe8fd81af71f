/**
 * Measures the transfer size of the landing page, and runs Lighthouse's mobile test of the page and of a plain HTML
 * page in turn:
 * `LIGHTHOUSE=/tmp/lighthouse/node_modules/lighthouse node bench/landing.ts`
 * Requires a build and an installed Lighthouse (see `lighthouse.ts`).
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { type LighthouseRun, runLighthouse } from './lighthouse.ts';

const LIMITS = { kilobytes: 20, score: 1, lcpRatio: 1.1 };
const RUNS = Number(process.env.BENCH_ROUNDS ?? 5);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** A page of text without further requests. */
const STATIC_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static page</title><meta name="description" content="A page of text"></head><body><main><h1>A page of text</h1><p>${'And nothing else. '.repeat(20)}</p></main></body></html>`;

const database = await openBenchDatabase({ name: 'bench_landing', load: async () => {} });
const port = await freePort();
const url = `http://localhost:${port}/`;
const product = await startServer({
  connectionString: database.connectionString,
  environment: { PORT: String(port), BASE_URL: url },
});
const plainPort = await freePort();
const plainUrl = `http://localhost:${plainPort}/`;
const plain = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(STATIC_PAGE);
}).listen(plainPort, '127.0.0.1');

try {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const bytes = await weigh({ encoding });
    const note =
      encoding === 'identity'
        ? ''
        : verdict('20 KB', bytes / 1024 <= LIMITS.kilobytes, {
            name: `landing: ${encoding}, KB`,
            value: bytes / 1024,
          });
    console.log(`HTML, CSS and JavaScript, ${encoding}: ${(bytes / 1024).toFixed(1)} KB ${note}`);
  }
  const runs: Record<'landing' | 'plain', LighthouseRun[]> = { landing: [], plain: [] };
  for (let n = 0; n < RUNS; n += 1) {
    runs.plain.push(await runLighthouse(plainUrl, { categories: CATEGORIES }));
    runs.landing.push(await runLighthouse(url, { categories: CATEGORIES }));
  }
  for (const category of CATEGORIES) {
    const scores = runs.landing.map(({ scores }) => scores[category] ?? 0);
    console.log(
      `${category}: ${scores.map((score) => Math.round(score * 100)).join(', ')} ${verdict('100', median(scores) >= LIMITS.score, { name: `landing: ${category}`, value: median(scores) })}`,
    );
  }
  const ratios = runs.landing.map(({ lcp }, n) => lcp / (runs.plain[n]?.lcp ?? Number.NaN));
  const all = (of: LighthouseRun[]) => of.map(({ lcp }) => Math.round(lcp)).join(', ');
  const worst = Math.max(...ratios);
  console.log(
    `LCP: ${all(runs.landing)} ms; static page ${all(runs.plain)} ms; median ratio ${median(ratios).toFixed(2)}, highest ${worst.toFixed(2)} ${verdict('1.1 in every run', worst <= LIMITS.lcpRatio, { name: 'landing: highest LCP compared with a plain page', value: worst })}`,
  );
  console.log(`layout shift: ${median(runs.landing.map(({ layoutShift }) => layoutShift)).toFixed(3)}`);
  const failed = new Set(runs.landing.flatMap((run) => run.failed));
  if (failed.size > 0) console.log(`not perfect: ${[...failed].join(', ')}`);
} finally {
  plain.close();
  await product.stop();
  await database.stop();
}

/** Returns the number of bytes of the body as sent. */
async function weigh({ encoding }: { encoding: string }): Promise<number> {
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{size_download}',
    '-H',
    `accept-encoding: ${encoding}`,
    url,
  ]);
  return Number(stdout);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}
