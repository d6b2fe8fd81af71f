import { defineConfig } from 'vitest/config';

/** Time zones in which the rules run besides the machine's: behind UTC, with and without summer time, and far ahead. */
const ZONES = ['America/Los_Angeles', 'America/Lima', 'Pacific/Kiritimati'];

/** Rules, HTTP on a real PostgreSQL, tools. Screens are tested in a real browser: see e2e/. */
export default defineConfig({
  test: {
    // All cores: a test mostly waits for the database.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common(),
          name: 'unit',
          include: ['{features,server,common,tools,bench}/**/*.test.{ts,mjs}', 'web/**/*.test.ts'],
          execArgv: ['--import', new URL('./tools/cheap-passwords.mjs', import.meta.url).href],
          globalSetup: ['./server/database/test-cluster.ts'],
        },
      },
      ...ZONES.map((zone) => ({
        test: {
          ...common(),
          name: zone,
          include: ['{features,common,web}/**/*.rules.test.ts', '**/{dates,relative-time,stamp-day}.test.ts'],
          env: { TZ: zone },
        },
      })),
    ],
  },
});

function common() {
  return {
    environment: 'node',
    // Modules are loaded once per process; loading them for every file takes a third of the total time.
    isolate: false,
    setupFiles: ['./server/test-seed.ts'],
    // Generous, so that a busy machine does not fail tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Retries are listed and counted: see tools/results.mjs.
    retry: 1,
  };
}
