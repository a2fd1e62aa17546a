// An audit without embedders of a task of 60,000 documents, as a process of its own that starts cold and without a cache.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shapeText, writeTask } from '../invented-task.js';
import { figures, interleave } from '../measure.js';
import { run } from '../process.js';
import { digits, markdown } from '../table.js';

const WORK = fileURLToPath(new URL('../peers/audit_work.js', import.meta.url));

/** Passages as long as R2MED's: every twentieth repeats another. */
const SHAPE = { documents: 60_000, characters: 700, repeats: 0.05, queries: 100, queryCharacters: 700 };
const PARTS = ['checks', 'reasoning'];
const ALL = 'all of it';

const measure = async ({ temporary, rounds }) => {
  const { folder } = await writeTask(join(temporary, 'task'), SHAPE);
  const audited = (...part) => run(process.execPath, WORK, folder, ...part);
  const results = await interleave(
    [
      { name: ALL, measure: () => audited() },
      ...PARTS.map((part) => ({ name: `${part} alone`, measure: () => audited(part) })),
    ],
    rounds,
  );
  const against = 'an audit of 60,000 documents';
  return {
    text: `${shapeText(SHAPE)}; without embedders, each as a process of its own that starts cold. Wanted: all of it within a minute on two cores and within 1 GB.`,
    table: markdown(
      ['Part', 'Whole process, s', 'CPU, s', 'Peak memory, MB'],
      [...results].map(([name, { seconds, cpu, megabytes }]) => [
        name,
        ...[seconds, cpu, megabytes].map(digits),
      ]),
    ),
    summary: [
      { against, what: 'time', wanted: 'under 60 s', unit: 's', values: figures(results, ALL, 'seconds') },
      {
        against,
        what: 'memory',
        wanted: 'under 1000 MB',
        unit: 'MB',
        values: figures(results, ALL, 'megabytes'),
      },
    ],
  };
};

export const part = { name: 'audit', title: 'Audit', rounds: 3, measure };
