// The figures of a part are kept in results/<part>.json, and RESULTS.md is made of them: measuring one part again changes its section alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digits, markdown, median } from './table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const fileOf = (name) => here(`./results/${name}.json`);

/** A row of the summary with its median and its spread in place of what each round measured. */
const summarised = ({ values, unit = '×', ...row }) => ({
  ...row,
  unit,
  ...(values.length > 0 && {
    median: median(values),
    low: Math.min(...values),
    high: Math.max(...values),
    rounds: values.length,
  }),
});

/** Keeps what a part measured. `conditions` says when and on what. */
export const keep = ({ name }, { text, table, summary }, conditions) => {
  const kept = { ...conditions, summary: summary.map(summarised), text, table };
  mkdirSync(here('./results'), { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(kept, null, 2)}\n`);
};

const kept = ({ name, title }) =>
  existsSync(fileOf(name)) ? [{ title, ...JSON.parse(readFileSync(fileOf(name), 'utf8')) }] : [];

const figure = (value, unit) => (value === undefined ? '–' : `${digits(value)} ${unit}`);

const spread = ({ low, high, rounds }) => (rounds > 1 ? `${digits(low)} to ${digits(high)}` : '');

const summaryRow = (row) => [row.against, row.what, row.wanted, figure(row.median, row.unit), spread(row)];

const section = ({ title, text, table, date, node, cores }) => `## ${title}

${text}

${table}

Measured on ${date} with Node ${node} on ${cores} cores.
`;

/** Writes RESULTS.md from the newest figures of every part. */
export const writeResults = (parts) => {
  const sections = parts.flatMap(kept);
  const summary = sections.flatMap((each) => each.summary.map(summaryRow));
  const results = `# Benchmarks

Written by \`npm run bench\`: medians of interleaved rounds, and the lowest and the highest round. The text is invented and follows Zipf's law.
Seconds depend on the machine and on what else it does; ratios much less.

${markdown(['Against', 'What', 'Wanted', 'Measured', 'Spread'], summary)}

${sections.map(section).join('\n')}`;
  writeFileSync(here('./RESULTS.md'), results);
  return results;
};
