import { counted, groupBy } from '../core/index.js';
import { NUMBER_TYPES } from '../experiment/record/index.js';
import type { Comparison } from '../experiment/running/index.js';
import { table } from '../platform/tables/index.js';

/** What a published system scored here, on one task. */
export interface Reproduced {
  readonly system: string;
  readonly comparisons: readonly Comparison[];
  /** What the result on this task lacks because work failed. */
  readonly incomplete?: { readonly task: string; readonly missing: string };
  /** Why it could not run on this task. */
  readonly failed?: { readonly task: string; readonly why: string };
  /** Settings of task and models that differ from the published run. */
  readonly settings?: { readonly task: string; readonly differing: readonly string[] };
}

/** One system task by task; several systems a line each, their means over the tasks compared. */
export const reproducedText = (reproduced: readonly Reproduced[], shown: string, width: number): string => {
  const systems = [...groupBy(reproduced, ({ system }) => system)].map(([system, parts]) => ({
    system,
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
  }));
  const all = systems.flatMap(({ comparisons }) => comparisons);
  const [only, ...more] = systems;
  const scores =
    more.length > 0 ? byMean(systems, shown, width) : byTask(only?.comparisons ?? [], shown, width);
  const differing = ofSystems(reproduced, ({ settings }) => settings?.differing ?? []);
  const failed = ofSystems(reproduced, ({ failed: each }) => (each ? [each.why] : []));
  const lacking = reproduced.flatMap(({ system, incomplete }) =>
    incomplete ? [`Incomplete: ${incomplete.task}: ${system}: ${incomplete.missing}`] : [],
  );
  return [
    scores,
    '',
    ...lacking,
    ...failed.map(([why, names]) => `Not run: ${why} (${names})`),
    ...differing.map(([what, names]) => `Differs: ${what} (${names})`),
    `${same(all)} of ${all.length} published scores are the same here${tolerances(all)}.`,
  ].join('\n');
};

/** What is said of several systems, each text once, with the systems it is said of. */
const ofSystems = (
  reproduced: readonly Reproduced[],
  texts: (each: Reproduced) => readonly string[],
): readonly (readonly [string, string])[] => {
  const said = reproduced.flatMap((each) => texts(each).map((text) => ({ text, system: each.system })));
  return [...groupBy(said, ({ text }) => text)].map(([text, each]) => {
    const names = [...new Set(each.map(({ system }) => system))];
    return [text, names.length > 3 ? counted(names.length, 'system') : names.join(', ')];
  });
};

/** The tolerances that were used, besides the decimals that a source prints. */
const tolerances = (all: readonly Comparison[]): string => {
  const types = [...new Set(all.map(({ numberType }) => numberType))].filter(
    (type) => NUMBER_TYPES[type].score > 0,
  );
  return types.length > 0
    ? `, means within ${types.map((type) => `${NUMBER_TYPES[type].mean} (${type})`).join(', ')}`
    : '';
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
    ['verdict', ({ scored }) => verdictsOf(scored), 'left'],
    ['all measures', ({ own }) => agreement(own), 'left'],
  ]).text(width);
};

/** "same", or how many tasks are higher and lower. */
const verdictsOf = (scored: readonly Comparison[]): string =>
  (['higher', 'lower'] as const)
    .map((verdict) => [scored.filter((each) => each.verdict === verdict).length, verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`)
    .join(', ') || (scored.length > 0 ? 'same' : '–');

const same = (comparisons: readonly Comparison[]): number =>
  comparisons.filter(({ verdict }) => verdict === 'same').length;

const agreement = (comparisons: readonly Comparison[]): string =>
  `${same(comparisons)} of ${comparisons.length} same`;
