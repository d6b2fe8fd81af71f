import fc from 'fast-check';

/*
 * Property tests try the same cases in every run, so that a failure belongs to the change under test. With
 * TEST_SEED=random, as every night, they try new ones; fast-check prints the seed of a failure, and TEST_SEED=<seed>
 * repeats it.
 */
const seed = process.env.TEST_SEED ?? '20261120';
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
