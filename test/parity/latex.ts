// Writes tables as `export latex` does: every published result, and names that TeX would obey.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardRows, latexTable, tabulatePublished } from '../../src/analysis/leaderboard/index.js';
import { publishedEntries } from '../../src/experiment/results/index.js';
import { suite } from '../../src/tasks/index.js';

const folder = process.argv[2]!;
const measure = 'nDCG@10';
const tasks = suite('r2med').tasks;
const names = tasks.map(({ name }) => name);
const published = tabulatePublished(publishedEntries(), { measure, tasks }).slice(0, 40);
const view = { measure, tasks: names, headings: tasks.map(({ short }) => short) };
writeFileSync(join(folder, 'published.tex'), latexTable(boardRows({ rows: [] }, published), view));

const hostile = [
  '\\input{/etc/passwd}',
  '%comment',
  '$x^2$ & a_b #1 {',
  '}~"<|>',
  'é – 中文 😀 ‮',
  'a\nb\t\u0000',
];
const rows = hostile.map((name, i) => ({
  name,
  source: 'here',
  mean: i / 10,
  interval: [0, 1] as const,
  scores: { Biology: i / 10 },
  incomplete: {},
  marks: [],
}));
writeFileSync(
  join(folder, 'hostile.tex'),
  latexTable(rows, { measure, tasks: ['Biology', 'x'], headings: ['Bio', 'x_y'] }),
);
