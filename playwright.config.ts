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

const browserArguments = [
  // Chromium's sandbox does not work as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** End-to-end stories in a real browser, against the built product on a fresh database. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? os.availableParallelism()),
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
    launchOptions: { ...browser, args: browserArguments },
    // Without animations, screens are ready sooner. Stories about animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Off by default, because recording every step takes a large part of the total time.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
  },
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
      // Nothing listens there. Push messages are delivered by the story (e2e/push.spec.ts).
      PUSH_URL: 'http://127.0.0.1:9',
    },
  },
});
