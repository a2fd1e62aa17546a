// What was measured when: history.jsonl has one line for each time that a part was measured. Lines are only ever added.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const fileIn = (folder) => join(folder, 'history.jsonl');

/** Adds what a part measured, with when and on what. */
export const remember = (folder, { name }, { summary, conditions }) =>
  appendFileSync(fileIn(folder), `${JSON.stringify({ ...conditions, part: name, summary })}\n`);

const linesOf = (folder) =>
  existsSync(fileIn(folder))
    ? readFileSync(fileIn(folder), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

/** The figures of each row of the summary that a part has now, oldest first. */
const rowsOf = ({ name, title }, summary, history) =>
  summary.map(({ against, what, wanted, unit }) => ({
    part: title,
    against,
    what,
    wanted,
    unit,
    points: history
      .filter((line) => line.part === name)
      .flatMap(({ date, summary }) =>
        summary
          .filter((row) => row.against === against && row.what === what && row.median !== undefined)
          .map(({ median, low = median, high = median }) => ({ date, median, low, high })),
      ),
  }));

/** Draws history.svg. `parts` are those with figures, with the rows of their summaries. */
export const drawHistory = async (folder, parts) => {
  const history = linesOf(folder);
  const rows = parts
    .flatMap((part) => rowsOf(part, part.summary, history))
    .filter(({ points }) => points.length > 0);
  // It shares frame and colours with the charts of the page, which are TypeScript.
  const { historyChart } = await tsImport('./history-chart.tsx', import.meta.url);
  writeFileSync(join(folder, 'history.svg'), historyChart(rows));
};
