import type { Command } from 'commander';
import {
  type AgreementRow,
  compareSets,
  matchTasks,
  type NanoTask,
  type SetsComparison,
  type SystemScores,
  scoresOfResults,
  scoresWithMeasures,
  systemsOnSets,
  type TaskPair,
} from '../../analysis/comparison/index.js';
import { builtFrom } from '../../benchmarks/nano/index.js';
import { groupBy, InputError, own } from '../../core/index.js';
import type { Estimate } from '../../evaluation/statistics/index.js';
import { countedResults, type Result } from '../../experiment/record/index.js';
import { type TaskIdentity, taskOpener } from '../../experiment/rescoring/index.js';
import { readResults } from '../../experiment/results/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { type ShownTable, scoreText, type TableColumn, table } from '../../platform/tables/index.js';
import { averagedMeasure } from '../averaged-measure.js';
import { chance, points } from '../comparison-text.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { incompleteJson, onlyIncomplete, tellIncomplete } from '../incomplete-results.js';
import { printJson, printLine, tableText } from '../output.js';
import { registryOrder, shortNames } from '../short-names.js';

const FLAGS = pick('task pair measure includeIncomplete markdown json quiet');

type AgreementFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'compare the ranking of systems on small and full tasks: correlation, swaps, shift';

export const nanoAgreement = (): Command =>
  part('agreement', SUMMARY, FLAGS)
    .argument('<full>', 'folder of records on the full tasks')
    .argument('<nano>', 'folder of records of the same systems on the small tasks')
    .action(agreement);

const agreement = async (fullFolder: string, nanoFolder: string, flags: AgreementFlags): Promise<void> => {
  const measure = averagedMeasure(flags.measure).name;
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const results = [await resultsIn(fullFolder), await resultsIn(nanoFolder)];
  const [full, nano] = results.map((each) => sidesOf(each, flags)) as [
    readonly SystemScores[],
    readonly SystemScores[],
  ];
  const matched = matchTasks(tasksOf(full), await withSources(tasksOf(nano)), flags.pair);
  const asked = inOrder(matched.pairs.filter(({ full: name }) => isAsked(name, flags.task)));
  if (matched.pairs.length === 0) throw nothingMatches(full, nano);
  if (asked.length === 0)
    throw new InputError({
      found: `no task of both sets called ${flags.task!.join(', ')}`,
      expected: `one of ${inOrder(matched.pairs)
        .map(({ full: name }) => name)
        .join(', ')}`,
      fix: 'name one of these, or leave out --task',
    });
  for (const note of matched.notes) tools.note(note);
  for (const name of matched.unmatched)
    tools.note(`not compared: ${name}, which belongs to no task of ${fullFolder}`);
  const { systems, tasks, notes } = systemsOnSets(full, nano, asked);
  for (const note of notes) tools.note(note);
  const open = taskOpener();
  const measured = (side: SystemScores, set: keyof TaskPair): Promise<SystemScores> =>
    scoresWithMeasures(
      side,
      [measure],
      open,
      tasks.map((pair) => pair[set]),
    );
  const whole = [];
  for (const { name, ...sets } of systems)
    whole.push({ name, full: await measured(sets.full, 'full'), nano: await measured(sets.nano, 'nano') });
  const compared = compareSets(whole, tasks, measure);
  for (const { task, ...left } of compared.leftOut)
    tools.note(
      `${task}: left out ${left.full} full and ${left.nano} small queries that not all systems answered`,
    );
  const records = results.flat().map(({ record }) => record);
  if (flags.json) return printJson({ ...compared, ...incompleteJson(records, flags.includeIncomplete) });
  const swaps = compared.rows[0]!.swaps;
  await printLine(
    [
      tableText(agreementTable(compared), flags.markdown),
      tableText(shiftTable(compared, shortNames()), flags.markdown),
      ...(swaps.length > 0
        ? [tableText(swapTable(compared.rows[0]!), flags.markdown)]
        : ['No pair of systems swaps.']),
    ].join('\n\n'),
  );
  tools.note(
    `\nScores and differences times 100. ${systems.length} systems; intervals over queries, not over systems.` +
      (swaps.length > 0
        ? ` p: two-sided paired randomisation, Holm over the ${2 * swaps.length} shown.`
        : ''),
  );
};

const resultsIn = async (folder: string): Promise<readonly Result[]> => {
  const results = await readResults(folder);
  if (results.length === 0)
    throw new InputError({
      at: { file: folder },
      found: 'no results',
      expected: 'a folder that r2med run wrote: <out>/<system>/<task>/record.json',
      fix: 'run systems on this set first: r2med run --out FOLDER',
    });
  return results;
};

const sidesOf = (
  results: readonly Result[],
  { includeIncomplete = false }: AgreementFlags,
): readonly SystemScores[] => {
  const { counted, left } = countedResults(results, includeIncomplete);
  if (counted.length === 0) throw onlyIncomplete(left.map(({ record }) => record));
  tellIncomplete(results, includeIncomplete);
  return [...groupBy(counted, ({ record }) => record.name)].map(([name, own]) => scoresOfResults(name, own));
};

const tasksOf = (sides: readonly SystemScores[]): readonly TaskIdentity[] => [
  ...new Map(sides.flatMap(({ tasks }) => [...tasks].map(([name, { task }]) => [name, task]))).values(),
];

/** A record of a folder says where it stood; if it still does, its manifest may say what it was made of. */
const withSources = (tasks: readonly TaskIdentity[]): Promise<readonly NanoTask[]> =>
  Promise.all(
    tasks.map(async (task) => {
      const source = await builtFrom(task.suite);
      return source ? { ...task, source } : task;
    }),
  );

const isAsked = (name: string, wanted: readonly string[] | undefined): boolean =>
  !wanted || wanted.some((each) => ['all', name.toLowerCase()].includes(each.toLowerCase()));

/** In the registry's order, then others. */
const inOrder = (tasks: readonly TaskPair[]): readonly TaskPair[] => {
  const order = registryOrder();
  const place = ({ full }: TaskPair): number => (order.includes(full) ? order.indexOf(full) : order.length);
  return tasks.toSorted((a, b) => place(a) - place(b));
};

const nothingMatches = (full: readonly SystemScores[], nano: readonly SystemScores[]): InputError => {
  const names = (sides: readonly SystemScores[]): string =>
    tasksOf(sides)
      .map(({ name }) => name)
      .join(', ');
  return new InputError({
    found: `full results on ${names(full)}; small ones on ${names(nano)}`,
    expected: 'a task and a smaller set made of it',
    fix: 'name the pairs, for example --pair Biology=my-small-biology',
  });
};

const correlation = (estimate: Estimate | undefined): string => estimate?.value.toFixed(3) ?? '–';
const range = (estimate: Estimate | undefined, digits: (value: number) => string): string =>
  estimate ? `${digits(estimate.interval.low)} – ${digits(estimate.interval.high)}` : '';
const three = (value: number): string => value.toFixed(3);

/** How far the sets agree, over the mean of tasks and task by task. */
const agreementTable = ({ measure, rows }: SetsComparison): ShownTable =>
  table(rows, [
    [measure, ({ over }) => over, 'left'],
    ['rho', ({ spearman }) => correlation(spearman)],
    ['95 % interval', ({ spearman }) => range(spearman, three)],
    ['tau-b', ({ kendall }) => correlation(kendall)],
    ['95 % interval', ({ kendall }) => range(kendall, three)],
    ['swaps', ({ swaps, pairs }) => `${swaps.length}/${pairs}`],
    ['significant', ({ swaps }) => swaps.filter(({ significant }) => significant !== 'neither').length],
    ['shift', ({ shift }) => points(shift.value)],
    ['95 % interval', ({ shift }) => range(shift, points)],
  ]);

/** What each system scores in both sets, and its shift by task. */
const shiftTable = ({ measure, rows }: SetsComparison, names: Readonly<Record<string, string>>) => {
  const [overall, ...tasks] = rows;
  const order = overall!.systems.map((_, i) => i).sort((i, j) => at(overall!, j).full - at(overall!, i).full);
  return table(order, [
    [`${measure}, ${overall!.over}`, (i) => at(overall!, i).system, 'left'],
    ['full', (i) => scoreText(at(overall!, i).full)],
    ['nano', (i) => scoreText(at(overall!, i).nano)],
    ['rank', (i) => `${rank(overall!, 'full', i)} → ${rank(overall!, 'nano', i)}`],
    ['shift', (i) => points(at(overall!, i).shift.value)],
    ['95 % interval', (i) => range(at(overall!, i).shift, points)],
    ...tasks.map(
      (row): TableColumn<number> => [own(names, row.over) ?? row.over, (i) => points(at(row, i).shift.value)],
    ),
  ]);
};

const at = ({ systems }: AgreementRow, i: number) => systems[i]!;

/** Systems that score the same share the better rank. */
const rank = ({ systems }: AgreementRow, set: 'full' | 'nano', i: number): number =>
  1 + systems.filter((system) => system[set] > systems[i]![set]).length;

const SAID = { both: 'in both', full: 'in full', nano: 'in nano', neither: 'no' } as const;

const swapTable = ({ swaps }: AgreementRow): ShownTable =>
  table(swaps, [
    ['ahead in full', ({ ahead }) => ahead, 'left'],
    ['ahead in nano', ({ behind }) => behind, 'left'],
    ['full', ({ full }) => points(full.difference)],
    ['p', ({ full }) => chance(full.p)],
    ['Holm', ({ full }) => chance(full.pHolm)],
    ['nano', ({ nano }) => points(nano.difference)],
    ['p', ({ nano }) => chance(nano.p)],
    ['Holm', ({ nano }) => chance(nano.pHolm)],
    ['significant', ({ significant }) => SAID[significant], 'left'],
  ]);
