// @ts-check
/**
 * Counts the results of tests. Everything that could hide a failure counts as a failure: a file that failed to load, and
 * a runner that failed, found no tests or wrote no report.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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
      failed: report.numFailedTests + brokenFiles,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  });
}

/**
 * @param {{ report: any, exitCode: number }} run Playwright's JSON report, null if it wrote none
 * @returns {Counts}
 */
export function countPlaywright({ report, exitCode }) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, skipped } = report.stats;
  const brokenRun = unexpected === 0 && report.errors.length > 0 ? 1 : 0;
  return countHiddenFailure({
    exitCode,
    counts: { passed: expected, failed: unexpected + brokenRun, skipped },
  });
}

/** @param {{ exitCode: number, counts: Counts }} run @returns {Counts} */
function countHiddenFailure({ exitCode, counts }) {
  const isHidden = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isHidden ? { ...counts, failed: 1 } : counts;
}
