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

/**
 * Flags for V8. A worker keeps its modules and the results of its tests, so a full garbage collection is slow and frees
 * little. With these flags the first one runs when the heap has grown to 512 MB, and an idle worker runs none. A worker
 * then needs up to 1.4 GB of memory (measured on 2026-11-27).
 */
const lessGarbageCollection = ['--initial-old-space-size=512', '--no-memory-reducer'];

/** Tests of rules, of HTTP with a real PostgreSQL, and of tools. Screens are tested in a real browser: see e2e/. */
export default defineConfig({
  test: {
    // There is one worker for each core. On two cores, a third worker was slower and made tests time out.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common(),
          name: 'unit',
          include: ['{features,server,common,tools,bench,deploy}/**/*.test.{ts,mjs}', 'web/**/*.test.ts'],
          execArgv: [
            '--import',
            new URL('./tools/cheap-passwords.mjs', import.meta.url).href,
            ...lessGarbageCollection,
          ],
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
    // tools/results.mjs lists and counts the retries.
    retry: 1,
  };
}
