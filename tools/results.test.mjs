import { expect, test } from 'vitest';
import { countPlaywright, countVitest, sum } from './results.mjs';

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const vitest = (changes = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [passed],
  ...changes,
});
const playwright = (stats = {}, errors = []) => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1, ...stats },
  errors,
});

test('passed, failed and skipped tests are counted as reported by the runners', () => {
  expect(countVitest({ report: vitest({ numFailedTests: 2 }), exitCode: 1 })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
  });
  expect(countPlaywright({ report: playwright({ unexpected: 4 }), exitCode: 1 })).toEqual({
    passed: 3,
    failed: 4,
    skipped: 1,
  });
  expect(countVitest({ report: vitest(), exitCode: 0 }).failed).toBe(0);
  expect(countPlaywright({ report: playwright(), exitCode: 0 }).failed).toBe(0);
});

test('a test file that could not be loaded is a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const report = vitest({ testResults: [passed, broken] });
  expect(countVitest({ report, exitCode: 1 }).failed).toBe(1);
});

test('a runner that failed, found no tests, or wrote no report is a failure', () => {
  expect(countVitest({ report: vitest(), exitCode: 1 }).failed).toBe(1);
  expect(countVitest({ report: vitest({ numPassedTests: 0 }), exitCode: 0 }).failed).toBe(1);
  expect(countVitest({ report: null, exitCode: 0 }).failed).toBe(1);
  expect(countPlaywright({ report: playwright({}, [{}]), exitCode: 1 }).failed).toBe(1);
  expect(countPlaywright({ report: playwright({ expected: 0 }), exitCode: 0 }).failed).toBe(1);
  expect(countPlaywright({ report: null, exitCode: 0 }).failed).toBe(1);
});

test('the sum includes all runners', () => {
  const counts = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([counts, counts])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});
