import { groupBy } from '../core/index.js';
import type { Comparison } from '../experiment/running/index.js';
import { textTable } from '../platform/tables/index.js';

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
  const table = more.length > 0 ? byMean(systems, shown, width) : byTask(only!.comparisons, shown, width);
  const lacking = reproduced.flatMap(({ system, incomplete }) =>
    incomplete ? [`Incomplete: ${incomplete.task}: ${system}: ${incomplete.missing}`] : [],
  );
  const verdict = `${same(all)} of ${all.length} published scores are the same here.`;
  return [table, '', ...lacking, verdict].join('\n');
};

const byTask = (comparisons: readonly Comparison[], shown: string, width: number): string => {
  const rows = comparisons.filter(({ measure }) => measure === shown);
  const own = rows.map(({ source, task }) =>
    comparisons.filter((other) => other.source === source && other.task === task),
  );
  return textTable(
    [
      { heading: shown, align: 'left', cells: rows.map(({ task }) => task) },
      { heading: 'source', align: 'left', cells: rows.map(({ source }) => source) },
      { heading: 'published', align: 'right', cells: rows.map(({ published }) => published.toFixed(5)) },
      { heading: 'here', align: 'right', cells: rows.map(({ ours }) => ours.toFixed(5)) },
      { heading: 'verdict', align: 'left', cells: rows.map((row) => row.verdict) },
      { heading: 'all measures', align: 'left', cells: own.map(agreement) },
    ],
    width,
  );
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
  return textTable(
    [
      { heading: `${shown}, mean of tasks`, align: 'left', cells: rows.map(({ system }) => system) },
      { heading: 'source', align: 'left', cells: rows.map(({ source }) => source) },
      { heading: 'tasks', align: 'right', cells: rows.map(({ tasks }) => `${tasks}`) },
      { heading: 'published', align: 'right', cells: rows.map(mean(({ published }) => published)) },
      { heading: 'here', align: 'right', cells: rows.map(mean(({ ours }) => ours)) },
      { heading: 'all measures', align: 'left', cells: rows.map(({ own }) => agreement(own)) },
    ],
    width,
  );
};

const same = (comparisons: readonly Comparison[]): number =>
  comparisons.filter(({ verdict }) => verdict === 'same').length;

const agreement = (comparisons: readonly Comparison[]): string =>
  `${same(comparisons)} of ${comparisons.length} same`;
