import { defineConfig } from '@playwright/test';
import os from 'node:os';
import path from 'node:path';
import { SECRET } from './e2e/support/secret.ts';
import { getBrowser } from './tools/browser.mjs';

const port = Number(process.env.E2E_PORT ?? 3210);
const baseURL = `http://localhost:${port}`;
const dataFolder = path.join(os.tmpdir(), `momokzi-e2e-${port}`);
// The stories and the processes that they start read these variables.
process.env.E2E_DATA_DIR = dataFolder;
process.env.E2E_PREPARED_DIR = `${dataFolder}-prepared`;
const browser = await getBrowser();

/**
 * Stories that need the map. They are a separate project: without a graphics card, drawing the map takes most of the
 * time that a screen needs to load.
 */
const MAP_STORIES = /(by-hand|every-map-screen|main-job|map|provided|tour)[.]spec[.]ts$/;
/** Stories that use one page for a minute or more. They run first, so that none is left at the end. */
const LONG_STORIES = /(api-reference|every-screen|long-words)[.]spec[.]ts$/;
/** Stories that load many pages or start products. They run early for the same reason. */
const EARLY_STORIES = /(every-screen-offline|kakao-share|maps-service|ten-people|vendor-maps)[.]spec[.]ts$/;
const browserArguments = [
  // Chromium's sandbox does not work as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
/** Without WebGL the product renders no map. */
const WITHOUT_MAP = ['--disable-3d-apis'];
/** Most pages are open for a few seconds. Optimising their code takes more CPU time than the optimised code saves. */
const WITHOUT_OPTIMISED_CODE = ['--js-flags=--no-opt --no-maglev --no-sparkplug'];
const launch = (args: string[]) => ({
  launchOptions: { ...browser, args: [...browserArguments, ...args] },
});

/** End-to-end stories in a real browser, against the built product on a fresh database. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // All workers share one server. With three workers for two cores, both cores are busy. With six at the same time as
  // vitest, presses were lost and stories timed out.
  workers: Number(process.env.E2E_WORKERS ?? Math.min(Math.ceil(1.5 * os.availableParallelism()), 8)),
  // tools/results.mjs lists and counts the retries.
  retries: 2,
  // The timeout is generous, because two cores render maps without a graphics card.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 390, height: 844 },
    // Stories intercept requests of the page, and a service worker would prevent this. Therefore service workers are
    // blocked by default. Stories about the service worker allow service workers.
    serviceWorkers: 'block',
    // Without animations, screens are ready sooner. Stories about animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Off by default, because recording every step takes a large part of the total time.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
  // The projects run in this order.
  projects: [
    { name: 'long', testMatch: LONG_STORIES, use: launch(WITHOUT_MAP) },
    {
      name: 'early',
      testMatch: EARLY_STORIES,
      use: launch([...WITHOUT_MAP, ...WITHOUT_OPTIMISED_CODE]),
    },
    { name: 'map', testMatch: MAP_STORIES, use: launch([]) },
    {
      name: 'list',
      testIgnore: [LONG_STORIES, EARLY_STORIES, MAP_STORIES],
      use: launch([...WITHOUT_MAP, ...WITHOUT_OPTIMISED_CODE]),
    },
  ],
  webServer: {
    command: 'node tools/e2e-server.mjs',
    // The server prints this text when the demonstration accounts exist. If a member signs up earlier, the accounts are
    // not created.
    wait: { stderr: /Demonstration accounts/ },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      BASE_URL: baseURL,
      LOG_LEVEL: 'warn',
      AUTH_SECRET: SECRET,
      // New members see no provided restaurants, because stories use the list of the member who signs up in them.
      // e2e/provided.spec.ts starts its own product.
      PROVIDED_VISIBILITY_DAYS: '0',
      // Almost all stories share one address. Only few stories set another address (e2e/support/member.ts).
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000',
      TRUSTED_PROXY: 'loopback',
    },
  },
});
