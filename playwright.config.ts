import { defineConfig } from '@playwright/test';
import os from 'node:os';
import path from 'node:path';
import { SECRET } from './e2e/support/secret.ts';
import { systemBrowser } from './scripts/browser.mjs';

const port = Number(process.env.E2E_PORT ?? 3210);
const baseURL = `http://localhost:${port}`;
const dataFolder = path.join(os.tmpdir(), `momokzi-e2e-${port}`);
// For the stories' own processes.
process.env.E2E_DATA_DIR = dataFolder;
const executablePath = systemBrowser();

/** Stories with the map in them. To draw it without a graphics card takes most of the time of a screen that has it. */
const MAP_STORIES = /(every-screen|home|main-job|map|maps-service|provided|tour|vendor-maps)[.]spec[.]ts$/;
const browserArguments = [
  // Chromium's sandbox does not start as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
const launch = (args: string[]) => ({
  launchOptions: { ...(executablePath && { executablePath }), args: [...browserArguments, ...args] },
});

/** Stories of whole journeys, in a real browser against the built product on a fresh database. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // Named and counted: see scripts/results.mjs.
  retries: 1,
  // Two cores that draw maps without a graphics card need patience.
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
    // Recording every step of every story takes a good part of the time of them all.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'map', testMatch: MAP_STORIES, use: launch([]) },
    // Without WebGL the product leaves the map out.
    { name: 'list', testIgnore: MAP_STORIES, use: launch(['--disable-3d-apis']) },
  ],
  webServer: {
    command: 'node scripts/e2e-server.mjs',
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      BASE_URL: baseURL,
      E2E_DATA_DIR: dataFolder,
      LOG_LEVEL: 'warn',
      AUTH_SECRET: SECRET,
      // Stories are about the list of whoever signs up in them; those of e2e/provided.spec.ts have a product of their own.
      PROVIDED_VISIBILITY_DAYS: '0',
      // All stories come from one address, but for those who say otherwise (e2e/support/member.ts).
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000',
      TRUSTED_PROXY: 'loopback',
    },
  },
});
