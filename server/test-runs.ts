/**
 * Number of cases for a property test: few, so that every run is quick; TEST_RUNS=10, as every night, makes them ten
 * times as many.
 */
export const testRuns = (usual: number): number => usual * Number(process.env.TEST_RUNS ?? 1);
