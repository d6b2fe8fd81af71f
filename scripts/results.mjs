// @ts-check
/**
 * What the runners of tests report, counted. Whatever could hide a failure counts as one: a file that could not be
 * loaded, a runner that ended badly or without a report, a story that passed only at the second try.
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
  return admitFailure({
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
  const { expected, unexpected, flaky, skipped } = report.stats;
  const brokenRun = unexpected + flaky === 0 && report.errors.length > 0 ? 1 : 0;
  return admitFailure({
    exitCode,
    counts: { passed: expected, failed: unexpected + flaky + brokenRun, skipped },
  });
}

/** @param {{ exitCode: number, counts: Counts }} run @returns {Counts} */
function admitFailure({ exitCode, counts }) {
  const isHidden = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isHidden ? { ...counts, failed: 1 } : counts;
}
