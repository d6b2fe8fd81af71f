import fc from 'fast-check';

/* The cases are the same in every run, so that a new failure is caused by the change under test.
   The nightly run sets TEST_SEED=random to try new cases.
   fast-check prints the seed of a failure; TEST_SEED=<seed> repeats that failure. */
const seed = process.env.TEST_SEED ?? '20261120';
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
