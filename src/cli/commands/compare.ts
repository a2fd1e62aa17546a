import type { Command } from 'commander';
import {
  comparedSystems,
  compareSlices,
  compareSystems,
  compareTops,
  countedScores,
  movedQueries,
  rankedScores,
  type SystemScores,
  type SystemsComparison,
  slicers,
  taskOfJudgements,
} from '../../analysis/comparison/index.js';
import { tabulate } from '../../analysis/leaderboard/index.js';
import { counted, InputError, lookup, type Task, type Tools } from '../../core/index.js';
import { taskOpener } from '../../experiment/rescoring/index.js';
import { isFile, nodeTools } from '../../platform/node/index.js';
import { chosenTasks, openChosen, type TaskChoice } from '../../tasks/index.js';
import { averagedMeasure } from '../averaged-measure.js';
import { isChosen } from '../chosen-records.js';
import { concluded, verdictTable } from '../compare/conclusion.js';
import { gateRequest, verdictsOf } from '../compare/gate-request.js';
import { commentText } from '../compare/markdown.js';
import { compareUnjudged, isUnjudged } from '../compare/unjudged.js';
import { comparedText, movedCount } from '../comparison-text.js';
import { costText } from '../cost-table.js';
import { also, type FlagValues, onlySuite, pick, TASKS, text, verb, worded } from '../flags/index.js';
import { incompleteJson, leftOutText, onlyIncomplete } from '../incomplete-results.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { sharesOf } from '../own-measures.js';
import { registryOrder } from '../short-names.js';
import { mostLostLine } from '../worst-query-line.js';

const FLAGS = {
  ...pick('results', TASKS, 'measure slice cost failIfWorse tolerance significant partial'),
  ...pick('failBelow agreement failIfChanged junit includeIncomplete limit all markdown json quiet'),
  limit: also(
    ['show-queries'],
    worded('limit', 'queries that moved most to show with what moved in them (default: 5, a line each)'),
  ),
  suite: onlySuite(),
  measure: also(
    ['measures'],
    text('<name>', 'measure to compare, or module:FILE (default: that of --fail-if-worse, else nDCG@10)'),
  ),
  judgements: also(
    ['qrels'],
    text('<file>', 'judgements to score run files on, without any record or task folder'),
  ),
  title: worded('title', 'heading of the comment and name of the JUnit suite (default: r2med)'),
  slice: worded('slice', `compare also by ${Object.keys(slicers).join(', ')}; repeatable`),
};

type CompareFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .argument('<systems...>', 'A, B and more: systems in --results, folders of records, or run files')
    .action(compareAll);

/** The task that the flags name, if it is one. */
const onlyChosenTask = async (flags: TaskChoice, tools: Tools): Promise<Task | undefined> => {
  if (!flags.data && !flags.suite && !flags.task) return undefined;
  const [chosen, ...more] = chosenTasks(flags);
  return chosen && more.length === 0
    ? openChosen(chosen, tools, { offline: true, generations: [] })
    : undefined;
};

/** Records have judgements of their own, and so has a task. */
const mustBeRunFiles = async (texts: readonly string[], flags: CompareFlags): Promise<void> => {
  if (flags.judgements === undefined) return;
  const [named] = (['data', 'task', 'suite'] as const).filter((flag) => flags[flag] !== undefined);
  if (named)
    throw new InputError({
      found: `--judgements and --${named}`,
      fix: `leave out --judgements or --${named}`,
    });
  for (const text of texts)
    if (!(await isFile(text)))
      throw new InputError({
        found: `--judgements with "${text}", which is no run file`,
        expected: 'run files: a record has judgements of its own',
        fix: 'name run files, or leave out --judgements',
      });
};

const compareAll = async (texts: readonly string[], flags: CompareFlags): Promise<void> => {
  const own = await sharesOf(flags.measure);
  const gate = gateRequest(flags, own);
  await mustBeRunFiles(texts, flags);
  if (texts.length < 2 && !(gate.thresholds.length > 0 && gate.worse === undefined && gate.k === undefined))
    throw new InputError({ found: 'one system', expected: 'two or more', fix: 'r2med compare A B' });
  if (await isUnjudged(texts, gate, flags)) return compareUnjudged(texts, gate, flags);
  const { slice: slices = [] } = flags;
  for (const name of slices) lookup('slice', slicers, name);
  const measured = own[0]?.name ?? flags.measure ?? gate.worse ?? gate.thresholds[0]?.measure ?? 'nDCG@10';
  const measure = averagedMeasure(measured, own).name;
  const measures = [
    measure,
    ...(gate.worse ? [gate.worse] : []),
    ...gate.thresholds.map((each) => each.measure),
  ];
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const open = taskOpener();
  const named = await comparedSystems(texts, {
    results: flags.results,
    measures: measures.map((name) => own.find((each) => each.name === name) ?? name),
    isChosen: (task) => isChosen(task, flags),
    judgedTask: () =>
      flags.judgements === undefined
        ? onlyChosenTask(flags, tools)
        : taskOfJudgements(flags.judgements, tools.note),
    open,
  });
  const { includeIncomplete = false } = flags;
  const { sides, incomplete } = countedScores(named, includeIncomplete);
  if (sides.some(({ tasks }, i) => tasks.size === 0 && named[i]!.tasks.size > 0))
    throw onlyIncomplete(incomplete);
  const order = registryOrder();
  const compared = compareSystems(sides, measure, { order });
  for (const note of notesOf(compared)) tools.note(note);
  const sections = await Promise.all(
    compared.systems.map(async (system) => ({
      system,
      slices: await Promise.all(slices.map((by) => compareSlices(system.tasks, by, open))),
      moved: await movedQueries(system.tasks, movedCount(flags), open),
    })),
  );
  const [ranked, ...others] =
    gate.k === undefined ? [] : await Promise.all(sides.map((side) => rankedScores(side, compared.tasks)));
  const tops = others.map((other) => compareTops(ranked!, other, gate.k!));
  const verdicts = verdictsOf(gate, { sides, incomplete, includeIncomplete, tops }, flags);
  const taken = flags.cost ? costTable(sides, compared) : undefined;
  // Run files have no records, and say nothing of what they took.
  const cost = taken && taken.rows.length > 0 ? taken : undefined;
  if (taken && !cost) tools.note('no costs: records hold them, and run files do not');
  if (flags.json)
    await printJson({
      ...compared,
      systems: sections.map(({ system: { tasks: _, ...system }, ...rest }) => ({ ...system, ...rest })),
      ...(tops.length > 0 && { agreement: tops }),
      ...(cost && { cost }),
      ...incompleteJson(incomplete, includeIncomplete),
      ...(verdicts && { gates: verdicts }),
    });
  else if (flags.markdown)
    await printLine(
      commentText({
        title: flags.title ?? 'r2med',
        measure,
        baseline: compared.baseline,
        systems: sections,
        tops,
        showQueries: movedCount(flags),
        verdicts,
        remarks: [
          ...notesOf(compared),
          ...(incomplete.length > 0 ? [leftOutText(incomplete, includeIncomplete)] : []),
        ],
      }),
    );
  else {
    const width = screenWidth();
    const alone = sides.length === 1 && verdicts ? [verdictTable(verdicts).text(width)] : [];
    const blocks = comparedText(compared, sections, tops, flags, width);
    const left = incomplete.length > 0 ? [leftOutText(incomplete, includeIncomplete)] : [];
    await printLine([...alone, ...blocks, ...(cost ? [costText(cost, width)] : []), ...left].join('\n\n\n'));
  }
  if (compared.systems.length > 0)
    tools.note(
      `\nScores times 100. p: two-sided paired randomisation. Intervals and p are of each row alone; Holm: p corrected, ${corrected(compared.family)}` +
        `${slices.length > 0 ? ', and over the slices of a table' : ''}.`,
    );
  const lost = compared.systems[0] && mostLostLine(compared.systems[0].tasks, flags.results);
  if (lost) tools.note(lost);
  await concluded(verdicts, flags);
};

const notesOf = ({ left, systems }: SystemsComparison): readonly string[] => [
  ...left.map(({ system, tasks }) => `not compared, since not all have it: ${tasks.join(', ')} of ${system}`),
  ...systems.flatMap(({ system, tasks }) =>
    tasks
      .filter(({ unpaired }) => unpaired > 0)
      .map(
        ({ name, unpaired }) => `${name}: ${unpaired} queries answered by A or ${system} alone are left out`,
      ),
  ),
];

/** What the correction is over; of one task the overall question is the task's own. */
const corrected = ({ overall, tasks }: SystemsComparison['family']): string =>
  tasks > overall
    ? `over ${counted(tasks, 'task')} and, overall, over ${counted(overall, 'system')} compared with A`
    : `over ${counted(overall, 'system')} compared with A`;

const costTable = (sides: readonly SystemScores[], { measure, tasks }: SystemsComparison) =>
  tabulate(
    sides.flatMap((side) =>
      tasks.flatMap((name) => {
        const { record, queries } = side.tasks.get(name)!;
        return record
          ? [{ record: { ...record, name: side.name, system: side.name }, queries: [...queries.values()] }]
          : [];
      }),
    ),
    { measure, tasks, includeIncomplete: true },
  );
