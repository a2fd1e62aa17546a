import type { Command } from 'commander';
import { byteSize } from '../../core/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { suite, type TaskEntry, taskRegistry, taskStatus } from '../../tasks/index.js';
import { type FlagValues, onlySuite, pick, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const FLAGS = { ...pick('suite json'), suite: onlySuite() };

export const command = (): Command =>
  verb(FLAGS).action(async (options: FlagValues<typeof FLAGS>) => {
    const suites = options.suite ? [suite(options.suite)] : Object.values(taskRegistry());
    const described = await Promise.all(
      suites.map(async (each) => ({ ...each, tasks: await Promise.all(each.tasks.map(withStatus)) })),
    );
    if (options.json) return printJson(described);
    for (const { name, title, about, tasks: rows } of described)
      await printLine(`${name}: ${title}\n${about}\n\n${taskTable(rows)}\n${byHand(rows)}`);
  });

/** How to get what r2med cannot fetch. */
const byHand = (rows: readonly StatedRow[]): string =>
  rows
    .flatMap(({ name, source }) => (source.from === 'elsewhere' ? [`${name}: ${source.how}.\n`] : []))
    .join('');

type StatedRow = TaskEntry & { readonly status: Awaited<ReturnType<typeof taskStatus>> };

const withStatus = async (entry: TaskEntry): Promise<StatedRow> => ({
  ...entry,
  status: await taskStatus(entry),
});

const STATES: Readonly<Record<StatedRow['status']['state'], string>> = {
  present: 'here',
  incomplete: 'incomplete',
  absent: 'not fetched',
};

/** No task has none of them: nobody published how many. */
const shown = (count: number): string => (count === 0 ? '?' : countText(count));

const taskTable = (rows: readonly StatedRow[]): string =>
  table(rows, [
    ['task', ({ name }) => name, 'left'],
    ['family', ({ familyTitle }) => familyTitle, 'left'],
    ['queries', ({ counts }) => shown(counts.queries)],
    ['documents', ({ counts }) => shown(counts.documents)],
    ['judgements', ({ counts }) => shown(counts.judgements)],
    [
      'on this machine',
      ({ status, source }) =>
        source.from === 'elsewhere'
          ? 'to be got by hand'
          : status.bytes > 0
            ? `${STATES[status.state]} (${byteSize(status.bytes)})`
            : STATES[status.state],
      'left',
    ],
  ]).text(screenWidth());
