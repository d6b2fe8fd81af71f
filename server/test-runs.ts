/**
 * Returns the number of cases of a property test. A normal run tries few cases, so that it is quick. The nightly run
 * sets TEST_RUNS=10 and tries ten times as many cases.
 */
export const testRuns = (usual: number): number => usual * Number(process.env.TEST_RUNS ?? 1);
