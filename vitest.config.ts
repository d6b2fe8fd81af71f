import { defineConfig } from 'vitest/config';

/** Rules, HTTP on a real PostgreSQL, tools. Screens are tested in a real browser: see e2e/. */
export default defineConfig({
  test: {
    include: ['{features,server,common,tools,bench}/**/*.test.{ts,mjs}', 'web/**/*.test.ts'],
    environment: 'node',
    // All cores: a test mostly waits for the database.
    maxWorkers: '100%',
    // Modules are loaded once per process; loading them for every file takes a third of the total time.
    isolate: false,
    execArgv: ['--import', new URL('./tools/cheap-passwords.mjs', import.meta.url).href],
    globalSetup: ['./server/database/test-cluster.ts'],
    setupFiles: ['./server/test-seed.ts'],
    // Generous, so that a busy machine does not fail tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Retries are listed and counted: see tools/results.mjs.
    retry: 1,
  },
});
