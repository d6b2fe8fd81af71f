import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Time zones in which the rules run besides the machine's: behind UTC, with and without summer time, and far ahead. */
const ZONES = ['America/Los_Angeles', 'America/Lima', 'Pacific/Kiritimati'];

/** Tests of rules and dates that read a time: they or their subjects mention `Date` or `dates.ts`. */
const timeTests = globSync([
  '{features,common,web}/**/*.rules.test.ts',
  '{features,common,web}/**/{,*-}{date,day,time}*.test.ts',
]).filter((file) =>
  [file, file.replace('.test.ts', '.ts')].some(
    (each) => existsSync(each) && /\bDate\b|dates\.ts/.test(readFileSync(each, 'utf8')),
  ),
);

/** Rules, HTTP on a real PostgreSQL, tools. Screens are tested in a real browser: see e2e/. */
export default defineConfig({
  test: {
    // One for each core; a third was slower and made tests time out.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common(),
          name: 'unit',
          include: ['{features,server,common,tools,bench,deploy}/**/*.test.{ts,mjs}', 'web/**/*.test.ts'],
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
    // Modules are loaded once per process; loading them for every file takes a third of the total time.
    isolate: false,
    setupFiles: ['./server/test-seed.ts'],
    // Generous, so that a busy machine does not fail tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Retries are listed and counted: see tools/results.mjs.
    retry: 1,
  };
}
