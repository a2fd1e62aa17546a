import { groupBy } from '../core/index.js';
import type { Comparison } from '../experiment/running/index.js';
import { table } from '../platform/tables/index.js';

/** What a published system scored here, on one task. */
export interface Reproduced {
  readonly system: string;
  readonly comparisons: readonly Comparison[];
  /** What the result on this task lacks because work failed. */
  readonly incomplete?: { readonly task: string; readonly missing: string };
}

/** One system task by task; several systems a line each, their means over the tasks compared. */
export const reproducedText = (reproduced: readonly Reproduced[], shown: string, width: number): string => {
  const systems = [...groupBy(reproduced, ({ system }) => system)].map(([system, parts]) => ({
    system,
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
  }));
  const all = systems.flatMap(({ comparisons }) => comparisons);
  const [only, ...more] = systems;
  const scores = more.length > 0 ? byMean(systems, shown, width) : byTask(only!.comparisons, shown, width);
  const lacking = reproduced.flatMap(({ system, incomplete }) =>
    incomplete ? [`Incomplete: ${incomplete.task}: ${system}: ${incomplete.missing}`] : [],
  );
  const verdict = `${same(all)} of ${all.length} published scores are the same here.`;
  return [scores, '', ...lacking, verdict].join('\n');
};

const byTask = (comparisons: readonly Comparison[], shown: string, width: number): string => {
  const rows = comparisons.filter(({ measure }) => measure === shown);
  const own = ({ source, task }: Comparison) =>
    comparisons.filter((other) => other.source === source && other.task === task);
  return table(rows, [
    [shown, ({ task }) => task, 'left'],
    ['source', ({ source }) => source, 'left'],
    ['published', ({ published }) => published.toFixed(5)],
    ['here', ({ ours }) => ours.toFixed(5)],
    ['verdict', (row) => row.verdict, 'left'],
    ['all measures', (row) => agreement(own(row)), 'left'],
  ]).text(width);
};

const byMean = (systems: readonly Reproduced[], shown: string, width: number): string => {
  const rows = systems.flatMap(({ system, comparisons }) =>
    [...groupBy(comparisons, ({ source }) => source)].map(([source, own]) => {
      const scored = own.filter(({ measure }) => measure === shown);
      return { system, source, own, tasks: scored.length, scored };
    }),
  );
  const mean = (of: (comparison: Comparison) => number) => (row: (typeof rows)[number]) =>
    ((row.scored.reduce((sum, each) => sum + of(each), 0) / row.tasks) * 100).toFixed(2);
  return table(rows, [
    [`${shown}, mean of tasks`, ({ system }) => system, 'left'],
    ['source', ({ source }) => source, 'left'],
    ['tasks', ({ tasks }) => tasks],
    ['published', mean(({ published }) => published)],
    ['here', mean(({ ours }) => ours)],
    ['all measures', ({ own }) => agreement(own), 'left'],
  ]).text(width);
};

const same = (comparisons: readonly Comparison[]): number =>
  comparisons.filter(({ verdict }) => verdict === 'same').length;

const agreement = (comparisons: readonly Comparison[]): string =>
  `${same(comparisons)} of ${comparisons.length} same`;
