import { chromium } from '@playwright/test';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export type LighthouseRun = {
  /** The scores of the requested categories, from 0 to 1. */
  scores: Partial<Record<Category, number>>;
  /** Largest contentful paint in milliseconds. */
  lcp: number;
  layoutShift: number;
  /** The ids of the audits that are not perfect. */
  failed: string[];
};

type Options = {
  categories: readonly Category[];
  throttling?: 'simulate' | 'devtools';
  cookie?: string;
};

const DEBUGGING_PORT = Number(process.env.DEBUGGING_PORT ?? 9222);

/**
 * Runs Lighthouse's mobile test: a mid-range phone on slow 4G. Requires CHROME_PATH and
 * LIGHTHOUSE, the folder of the installed package. Lighthouse is not a dependency of this repository, because it takes
 * 176 MB. Install it with `npm install --prefix /tmp/lighthouse lighthouse@13.5.0`. Sometimes the beginning of the
 * browser's trace is missing (NO_NAVSTART). Such a run is repeated.
 * @param throttling `simulate` (default) loads the page without throttling and calculates the times of a slow phone.
 * The calculation assumes that a paint had to wait for everything that was loaded before it. `devtools` slows the
 * network and the processor down while the page loads.
 * @param cookie name and value of a cookie that the browser has before it opens the page. It is not sent as an extra
 * header, because Chromium drops that header as soon as the page has written a cookie itself
 */
export async function runLighthouse(url: string, options: Options): Promise<LighthouseRun> {
  return record(url, options).catch((error) => {
    if (!String(error).includes('NO_NAVSTART')) throw error;
    return record(url, options);
  });
}

async function record(
  url: string,
  { categories: wanted, throttling = 'simulate', cookie }: Options,
): Promise<LighthouseRun> {
  // An empty folder name creates a new profile, so that nothing is stored in it.
  const browser = await chromium.launchPersistentContext('', {
    ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--disable-gpu'],
  });
  if (cookie !== undefined) {
    const [name = '', ...value] = cookie.split('=');
    await browser.addCookies([{ name, value: value.join('='), url }]);
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `${process.env.LIGHTHOUSE}/cli/index.js`,
      url,
      '--quiet',
      '--output=json',
      `--throttling-method=${throttling}`,
      `--only-categories=${wanted.join(',')}`,
      `--port=${DEBUGGING_PORT}`,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  ).finally(() => browser.close());
  const { categories, audits } = JSON.parse(stdout);
  return {
    scores: Object.fromEntries(wanted.map((name) => [name, categories[name].score])),
    lcp: audits['largest-contentful-paint'].numericValue,
    layoutShift: audits['cumulative-layout-shift'].numericValue,
    failed: Object.values(
      audits as Record<string, { id: string; score: number | null; scoreDisplayMode: string }>,
    )
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
      )
      .map(({ id }) => id),
  };
}
