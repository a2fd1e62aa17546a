// The figures of a part are kept in results/<part>.json, and RESULTS.md is made of them: measuring one part again changes its section alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digits, markdown, median } from './table.js';

const fileOf = (folder, { name }) => join(folder, 'results', `${name}.json`);

const rounded = (value) => Number(value.toPrecision(4));

/** A row of the summary with its median and its spread in place of what each round measured. */
const summarised = ({ values, unit = '×', ...row }) => ({
  ...row,
  unit,
  ...(values.length > 0 && {
    median: rounded(median(values)),
    low: rounded(Math.min(...values)),
    high: rounded(Math.max(...values)),
    rounds: values.length,
  }),
});

/** Keeps what a part measured, and returns it as kept. `conditions` says when and on what. */
export const keep = (folder, part, { text, table, summary }, conditions) => {
  const kept = { conditions, summary: summary.map(summarised), text, table };
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(fileOf(folder, part), `${JSON.stringify(kept, null, 2)}\n`);
  return kept;
};

/** The parts that have figures, with the newest of each. */
export const keptOf = (folder, parts) =>
  parts
    .filter((part) => existsSync(fileOf(folder, part)))
    .map((part) => ({
      name: part.name,
      title: part.title,
      ...JSON.parse(readFileSync(fileOf(folder, part), 'utf8')),
    }));

const figure = (value, unit) => (value === undefined ? '–' : `${digits(value)} ${unit}`);

const spread = ({ low, high, rounds }) => (rounds > 1 ? `${digits(low)} to ${digits(high)}` : '');

const summaryRow = (row) => [row.against, row.what, row.wanted, figure(row.median, row.unit), spread(row)];

const summaryTable = (kept) =>
  markdown(
    ['Against', 'What', 'Wanted', 'Measured', 'Spread'],
    kept.flatMap(({ summary }) => summary.map(summaryRow)),
  );

const measuredOn = ({ date, node, cores, processor, load }) => {
  const busy = load ? `, at a load of ${digits(load[0])} before and ${digits(load[1])} after` : '';
  return `Measured on ${date.slice(0, 10)} with Node ${node} on ${cores} cores${processor ? ` (${processor})` : ''}${busy}.`;
};

/** What people see at once of the parts that were just measured. */
export const printed = (kept) =>
  [summaryTable(kept), ...kept.map(({ title, table }) => `${title}\n\n${table}`)].join('\n\n');

const section = ({ title, text, table, conditions }) => `## ${title}

${text}

${table}

${measuredOn(conditions)}
`;

/** Writes RESULTS.md from the newest figures of every part, and those of a GPU, which are measured by hand. */
export const writeResults = (folder, kept) =>
  writeFileSync(
    join(folder, 'RESULTS.md'),
    `# Benchmarks

Written by \`npm run bench\`: medians of interleaved rounds, and the spread from the lowest round to the highest. The text is invented and follows
Zipf's law. Seconds depend on the machine and on what else it does; ratios much less. [The same over time](history.svg).

${summaryTable(kept)}

${kept.map(section).join('\n')}
${readFileSync(new URL('gpu/figures.md', import.meta.url), 'utf8')}`,
  );
