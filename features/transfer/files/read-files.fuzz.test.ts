import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { openCanary } from '#features/transfer/server/list-links/canary.test-factory.ts';
import { testRuns } from '#server/test-runs.ts';
import { fuzzedFiles } from './fuzzed-files.test-factory.ts';
import { readFiles } from './read-files.ts';
import { fileOf, nodeCp949 } from './read-files.test-factory.ts';

const RUNS = testRuns(1_000);

test(
  '어떤 파일이든 끝나고, 읽은 장소는 저장할 수 있는 크기다',
  async () => {
    const canary = await openCanary();
    onTestFinished(canary.close);
    await fc.assert(
      fc.asyncProperty(fuzzedFiles(canary.origin), async (files) => {
        const { places, problems, unknownTables } = await readFiles({
          limit: IMPORT_ROWS_MAXIMUM,
          files: files.map(([name, bytes]) => fileOf(name, bytes)),
          cp949: nodeCp949,
        });
        expect(places.length).toBeLessThanOrEqual(IMPORT_ROWS_MAXIMUM);
        const named = [...problems, ...unknownTables].map(({ file }) => file.split('/', 1)[0]);
        expect(new Set(named).size).toBeLessThanOrEqual(files.length);
        // Any error that a reader does not expect has this code.
        expect(problems.map(({ code }) => code)).not.toContain('not_readable');
        for (const place of places) {
          expect(place.name + place.address).not.toBe('');
          expect(place.name.length).toBeLessThanOrEqual(100);
          expect(place.address.length).toBeLessThanOrEqual(200);
          expect(place.link.length).toBeLessThanOrEqual(500);
          expect(place.note.length).toBeLessThanOrEqual(2000);
          expect(place.tags.every((tag) => tag !== '' && tag.length <= 20)).toBe(true);
          expect(JSON.stringify(place)).not.toMatch(/\\u(?:0000|d[89a-f])/i);
        }
      }),
      // `endOnFailure` prevents shrinking. Shrinking would read a large file hundreds of times.
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(canary.hits()).toBe(0);
    // Checks that the canary server counts connections. If it did not count, the expectation above could never fail.
    await fetch(canary.origin);
    expect(canary.hits()).toBe(1);
  },
  120_000 + 100 * RUNS,
);
