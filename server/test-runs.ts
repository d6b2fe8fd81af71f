/** Few cases, so that every run is quick. The nightly run sets TEST_RUNS=10, which tries ten times as many. */
export const testRuns = (usual: number): number => usual * Number(process.env.TEST_RUNS ?? 1);
