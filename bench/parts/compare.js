// The randomisation test of `compare`, against SciPy's permutation test.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dice } from '../invented-text.js';
import { interleave, ratios } from '../measure.js';
import { pythonWith } from '../peers/python.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const QUERIES = 876;
const DRAWS = 10_000;
const OURS = 'r2med';
const THEIRS = 'SciPy 1.17.1, permutation_test';

const measure = async ({ temporary, rounds }) => {
  const python = await pythonWith(temporary, 'scipy', ['scipy==1.17.1', 'numpy==2.4.6']);
  const file = join(temporary, 'differences.json');
  const roll = dice(3);
  writeFileSync(file, JSON.stringify(Array.from({ length: QUERIES }, () => roll() - 0.49)));
  const work = [file, String(DRAWS)];
  const contenders = [
    { name: OURS, measure: () => run(process.execPath, here('../peers/r2med_compare_work.js'), ...work) },
    { name: THEIRS, measure: () => run(python, here('../peers/scipy_work.py'), ...work) },
  ];
  const results = await interleave(contenders, rounds);
  const ours = results.get(OURS);
  const over = (field) => ratios(results, THEIRS, OURS, field);
  return {
    text:
      `${DRAWS} draws of the signs of ${QUERIES} differences, two-sided; each program in a process of its own, with the differences in memory: the first call, then the best ` +
      'of five more. SciPy is vectorized, with the batch that is fastest for it.',
    table: markdown(
      [
        'Program',
        'Time, first call',
        'Time, later',
        'First call, ms',
        'CPU, ms',
        'Later, ms',
        'p',
        'Memory, MB',
      ],
      contenders.map(({ name }) => {
        const it = results.get(name);
        return [
          name,
          ...['first', 'later'].map((field) => times(it[field] / ours[field])),
          ...[it.first, it.firstCpu, it.later].map((seconds) => digits(seconds * 1000)),
          it.p.toFixed(4),
          digits(it.megabytes),
        ];
      }),
    ),
    summary: [
      {
        against: 'SciPy',
        what: 'time of a randomisation test, first call',
        wanted: '20 ×',
        values: over('first'),
      },
      {
        against: 'SciPy',
        what: 'time of a randomisation test, later calls',
        wanted: '20 ×',
        values: over('later'),
      },
    ],
  };
};

export const part = { name: 'compare', title: 'Comparison of two systems', rounds: 5, measure };
