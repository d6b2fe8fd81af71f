import fc from 'fast-check';

/* The cases are the same in every run, so that a failure belongs to the change under test.
   The nightly run sets TEST_SEED=random, which tries new cases.
   fast-check prints the seed of a failure; TEST_SEED=<seed> repeats that failure. */
const seed = process.env.TEST_SEED ?? '20261120';
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
