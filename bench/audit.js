// node bench/audit.js: an audit without embedders of a task of 60,000 documents, as a process of its own that starts cold and without a cache.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTask } from './invented-task.js';
import { interleave } from './measure.js';
import { run } from './process.js';
import { digits, markdown } from './table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Passages as long as R2MED's: every twentieth repeats another. */
export const AUDIT_SHAPE = {
  documents: 60_000,
  characters: 700,
  repeats: 0.05,
  queries: 100,
  queryCharacters: 700,
};
const ROUNDS = 3;
const PARTS = ['checks', 'reasoning'];

export const audit = async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'r2med-bench-audit-'));
  try {
    const task = await writeTask(join(temporary, 'task'), AUDIT_SHAPE);
    const measure = (...part) => run(process.execPath, here('./audit_work.js'), task.folder, ...part);
    const results = await interleave(
      [
        { name: 'all of it', measure: () => measure() },
        ...PARTS.map((part) => ({ name: `${part} alone`, measure: () => measure(part) })),
      ],
      ROUNDS,
    );
    const all = results.get('all of it');
    return {
      table: markdown(
        ['Part', 'Whole process, s', 'CPU, s', 'Peak memory, MB'],
        [...results].map(([name, { seconds, cpu, megabytes }]) => [
          name,
          ...[seconds, cpu, megabytes].map(digits),
        ]),
      ),
      summary: [
        ['an audit of 60,000 documents', 'time', 'under 60 s', `${digits(all.seconds)} s`],
        ['an audit of 60,000 documents', 'memory', 'under 1000 MB', `${digits(all.megabytes)} MB`],
      ],
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await audit()).table);
