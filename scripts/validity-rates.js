// Measures how often the audit's test of chance errs, on generated tasks: the figures of docs/background/validity.md.
//
//   node scripts/validity-rates.js [tasks of each kind, default 1000] [first seed, default 1] [how the names of kinds begin, default all]
import { tsImport } from 'tsx/esm/api';

const { validityRates } = await tsImport('../test/support/validity-rates.ts', import.meta.url);
const [tasks = '1000', seed = '1', kinds = ''] = process.argv.slice(2);

/** The rate of errors that is excluded with 95 % certainty: more of them would be seen (Clopper and Pearson, by bisection). */
const upperBound = (errors, of) => {
  const chanceOfAtMost = (rate) => {
    let term = (1 - rate) ** of;
    let sum = term;
    for (let i = 1; i <= errors; i++) {
      term *= ((of - i + 1) / i) * (rate / (1 - rate));
      sum += term;
    }
    return sum;
  };
  let [low, high] = [errors / of, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
};
const percent = (share) => `${Number((100 * share).toPrecision(2))} %`;

console.log('| Task | Tasks | Failed | Errors | At most (95 %) |\n| --- | --: | --: | --: | --: |');
for await (const { kind, isSound, tasks: of, failed } of validityRates(Number(tasks), Number(seed), kinds)) {
  const errors = isSound ? failed : of - failed;
  const name = `${errors} ${isSound ? 'false alarms' : 'misses'}`;
  console.log(`| ${kind} | ${of} | ${failed} | ${name} | ${percent(upperBound(errors, of))} |`);
}
