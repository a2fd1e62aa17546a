import fc from 'fast-check';

/**
 * Random inputs are the same in every run, so that a change is judged by what it changed; `FAST_CHECK_SEED=random` tries others, and `FAST_CHECK_SEED=n` those that
 * a failure named. The long search for inputs is `npm run fuzz`.
 */
const { FAST_CHECK_SEED: seed = '20261118' } = process.env;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
