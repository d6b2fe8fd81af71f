import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Time zones in which time tests also run: behind UTC, with and without summer time, and far ahead of UTC. */
const ZONES = ['America/Los_Angeles', 'America/Lima', 'Pacific/Kiritimati'];

/** Tests of rules and dates that depend on the time. The test, or the file that it tests, uses `Date` or `dates.ts`. */
const timeTests = globSync([
  '{features,common,web}/**/*.rules.test.ts',
  '{features,common,web}/**/{,*-}{date,day,time}*.test.ts',
]).filter((file) =>
  [file, file.replace('.test.ts', '.ts')].some(
    (each) => existsSync(each) && /\bDate\b|dates\.ts/.test(readFileSync(each, 'utf8')),
  ),
);

/** Tests of rules, of HTTP with a real PostgreSQL, and of tools. Screens are tested in a real browser: see e2e/. */
export default defineConfig({
  test: {
    // One worker for each core.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common(),
          name: 'unit',
          include: ['{features,server,common,tools,bench,deploy}/**/*.test.{ts,mjs}', 'web/**/*.test.ts'],
          // Password hashes cost less here; stories use the full cost.
          execArgv: ['--import', new URL('./tools/cheap-passwords.mjs', import.meta.url).href],
          globalSetup: ['./server/database/test-cluster.ts'],
        },
      },
      ...ZONES.map((zone) => ({
        test: {
          ...common(),
          name: zone,
          include: timeTests,
          env: { TZ: zone },
        },
      })),
    ],
  },
});

function common() {
  return {
    environment: 'node',
    // Modules are loaded once per process. Loading them for every file would take a third of the total time.
    isolate: false,
    setupFiles: ['./server/test-seed.ts'],
    // The timeout is long, so that tests do not fail on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  };
}
