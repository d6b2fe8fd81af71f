// @ts-check
/**
 * Counts the results of tests. Everything that could hide a failure counts as a failure: a file that failed to load, a
 * runner that failed or wrote no report, and too many tests that passed only on a retry.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Maximum number of tests that may pass only on a retry. On a busy machine, one or two of 2,000 tests do. */
const RETRIED_AT_MOST = 4;

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * @param {{ report: any, exitCode: number }} run vitest's JSON report, null if it wrote none
 * @returns {Counts}
 */
export function countVitest({ report, exitCode }) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(({ status: each }) => each === 'failed'),
  ).length;
  return countHiddenFailure({
    exitCode,
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles + tooMany(retriedInVitest(report)),
      skipped: report.numPendingTests + report.numTodoTests,
    },
  });
}

/** @returns {string[]} names of the tests that passed only on a retry */
export function retriedInVitest(report) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
    .map(({ fullName }) => fullName);
}

/**
 * @param {{ report: any, exitCode: number }} run Playwright's JSON report, null if it wrote none
 * @returns {Counts}
 */
export function countPlaywright({ report, exitCode }) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const brokenRun = unexpected + flaky === 0 && report.errors.length > 0 ? 1 : 0;
  return countHiddenFailure({
    exitCode,
    counts: {
      passed: expected + flaky,
      failed: unexpected + brokenRun + tooMany(retriedInPlaywright(report)),
      skipped,
    },
  });
}

/** @returns {string[]} names of the stories that passed only on a retry */
export function retriedInPlaywright(report) {
  const inSuite = ({ suites = [], specs = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...suites.flatMap(inSuite),
  ];
  return inSuite({ suites: report?.suites });
}

/** @param {string[]} retried @returns {number} number of failures that these retries count as */
function tooMany(retried) {
  return retried.length > RETRIED_AT_MOST ? 1 : 0;
}

/** @param {{ exitCode: number, counts: Counts }} run @returns {Counts} */
function countHiddenFailure({ exitCode, counts }) {
  const isHidden = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isHidden ? { ...counts, failed: 1 } : counts;
}
