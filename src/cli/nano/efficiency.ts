import type { Command } from 'commander';
import { type VectorEfficiency, vectorEfficiency } from '../../analysis/leaderboard/index.js';
import { InputError, type Retriever, type Task, type Tools } from '../../core/index.js';
import { defaultMeasures, type Measure } from '../../evaluation/measures/index.js';
import { countedResults, factsOf, type Result } from '../../experiment/record/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { readResults } from '../../experiment/results/index.js';
import {
  mustBeComplete,
  type RunOptions,
  runSystem,
  type SystemRun,
} from '../../experiment/running/index.js';
import { type SystemContext, vectorForms, withSystemContext } from '../../experiment/systems/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { type ShownTable, scoreText, table } from '../../platform/tables/index.js';
import { chosenTasks, mustDiffer, openChosen, tellNotes } from '../../tasks/index.js';
import { averagedMeasure } from '../averaged-measure.js';
import { isChosen } from '../chosen-records.js';
import { chance, points } from '../comparison-text.js';
import { type FlagValues, MODELS, part, pick, TASKS, worded } from '../flags/index.js';
import { incompleteJson, onlyIncomplete, tellIncomplete } from '../incomplete-results.js';
import { printJson, printLine, tableText } from '../output.js';
import { retryLine } from '../retry-line.js';
import { taskOrder } from '../short-names.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick(TASKS, 'retriever truncate topK measure out overwrite offline threads memory cache'),
  ...pick('includeIncomplete markdown json quiet', MODELS),
  suite: worded('suite', 'r2med, nano or sample (default: nano; none with --data)'),
};

type EfficiencyFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'cost of vector compression: quality, bytes, time, and the Pareto front';

export const nanoEfficiency = (): Command =>
  part('efficiency', SUMMARY, FLAGS).action((flags: EfficiencyFlags) =>
    stoppable(flags, (tools) => tableOf(flags, tools)),
  );

const tableOf = async (flags: EfficiencyFlags, tools: Tools): Promise<void> => {
  const measure = averagedMeasure(flags.measure);
  const results = flags.retriever
    ? await run(flags.retriever, flags, measure, tools)
    : await recorded(flags, measure);
  const { counted, left } = countedResults(results, flags.includeIncomplete);
  if (counted.length === 0) throw onlyIncomplete(left.map(({ record }) => record));
  if (!flags.retriever) tellIncomplete(results, flags.includeIncomplete);
  const found = vectorEfficiency(counted, { measure: measure.name, tasks: taskOrder(counted) });
  for (const line of found.left) tools.note(`left out: ${line}`);
  const records = results.map(({ record }) => record);
  await show({ ...found, ...incompleteJson(records, flags.includeIncomplete) }, flags, tools);
  // Those just run; what earlier runs left incomplete is told above.
  if (flags.retriever) mustBeComplete(results, () => retryLine(process.argv.slice(2)));
};

const show = async (found: VectorEfficiency, flags: EfficiencyFlags, tools: Tools): Promise<void> => {
  if (flags.json) return printJson(found);
  await printLine(tableText(efficiencyTable(found), flags.markdown));
  tools.note(
    '\nScores times 100. p: two-sided paired randomisation against whole vectors, Holm over all rows. time: from query vectors to ' +
      'rankings, as share of whole vectors.',
  );
};

const suiteOf = ({ suite, data }: EfficiencyFlags): string | undefined =>
  suite ?? (data ? undefined : 'nano');

/** Saved results of the requested suite and tasks. */
const recorded = async (flags: EfficiencyFlags, measure: Measure): Promise<readonly Result[]> => {
  const suite = suiteOf(flags);
  const chosen = { ...flags, ...(suite && { suite }) };
  const asked = (await readResults(flags.out)).filter(({ record }) => isChosen(record.task, chosen));
  if (asked.length > 0) return withMeasures(asked, [measure.name]);
  throw new InputError({
    at: { file: flags.out },
    found: `no results on ${suite ? `suite ${suite}` : flags.data!.join(', ')}`,
    fix: 'add a model to run, for example --retriever module:examples/own-model.mjs, or a suite: --suite sample',
  });
};

const run = async (models: readonly string[], flags: EfficiencyFlags, measure: Measure, tools: Tools) => {
  await mustBeWritable(flags.out);
  const suite = suiteOf(flags);
  const tasks: Task[] = [];
  for (const chosen of chosenTasks({ ...flags, ...(suite && { suite }) }))
    tasks.push(await openChosen(chosen, tools, { offline: flags.offline ?? false, generations: [] }));
  mustDiffer(tasks);
  const usual = defaultMeasures(flags.topK);
  const options: RunOptions = {
    out: flags.out,
    overwrite: flags.overwrite ?? false,
    measures: usual.some(({ name }) => name === measure.name) ? usual : [...usual, measure],
  };
  const done: SystemRun[] = [];
  await withSystemContext(flags, tools, async (context) => {
    for (const task of tasks) {
      await tellNotes(task, tools);
      for (const model of models)
        done.push(...(await runForms(model, { ...context, task, topK: flags.topK }, flags, options, tools)));
    }
  });
  const reused = done.filter((each) => each.reused).length;
  if (reused > 0)
    tools.note(
      `${reused} of ${done.length} results were used again, with the times of an earlier call; to measure again, use another --out`,
    );
  return done.map(({ result }) => result);
};

/** One model on one task: whole vectors first, which say how many dimensions there are to leave out. */
const runForms = async (
  model: string,
  context: SystemContext,
  flags: EfficiencyFlags,
  options: RunOptions,
  tools: Tools,
): Promise<readonly SystemRun[]> => {
  const forms = await vectorForms(model, context);
  const { task } = context;
  try {
    const one = (system: Retriever): Promise<SystemRun> => runSystem(system, task, tools, options);
    const base = await one(forms.base);
    const { dimensions } = factsOf(base.result.record.facts);
    const done = [base];
    for (const system of forms.smaller(Number(dimensions), flags.truncate)) done.push(await one(system));
    tools.note(`${task.name}: ${forms.base.name} in ${done.length} forms`);
    return done;
  } finally {
    await forms.close();
  }
};

/** Quality, size and speed of each form, those of a model together. */
const efficiencyTable = ({ measure, rows }: VectorEfficiency): ShownTable =>
  table(rows, [
    [`${measure}, mean of tasks`, ({ name }) => name, 'left'],
    ['mean', ({ mean }) => scoreText(mean)],
    ['change', ({ change }) => change && points(change.difference)],
    [
      '95 % interval',
      ({ change }) => change && `${points(change.interval.low)} – ${points(change.interval.high)}`,
    ],
    ['p', ({ change }) => change && chance(change.p)],
    ['Holm', ({ change }) => change && chance(change.pHolm)],
    ['B/document', ({ bytesPerDocument }) => bytesText(bytesPerDocument)],
    ['bytes', ({ bytesShare }) => `${(bytesShare * 100).toFixed(1)} %`],
    ['time', ({ timeShare }) => (timeShare === undefined ? '–' : `${timeShare.toFixed(2)} ×`)],
    ['front', ({ front }) => `${front.bytes ? 'b' : ' '}${front.seconds ? 't' : ' '}`.trimEnd(), 'left'],
  ]);

const bytesText = (count: number): string =>
  Number.isInteger(count) ? count.toLocaleString('en') : count.toFixed(1);
