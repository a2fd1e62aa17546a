import type { Command } from 'commander';
import { planTuning, type TuningResult, tune, type Validation } from '../../analysis/tuning/index.js';
import { canonicalJson, counted, InputError, printableLine, shellWord } from '../../core/index.js';
import { makeFolder, readTextIfThere, writeAtomic } from '../../platform/node/index.js';
import { scoreText, table } from '../../platform/tables/index.js';
import { slug } from '../../search/pipeline/index.js';
import { chosenName } from '../../tasks/index.js';
import { chance, points } from '../comparison-text.js';
import {
  type FlagValues,
  LLM,
  MODELS,
  pick,
  required,
  TASKS,
  text,
  usually,
  verb,
  worded,
} from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { retryLine } from '../retry-line.js';
import { methodSettings, writerFlags } from '../run-flags.js';
import { stoppable } from '../stopping.js';
import { planLines } from './run.js';

const FLAGS = {
  ...pick(
    TASKS,
    'folds leaveOneTaskOut sameQueries trials asPublished topK engine engineTimeout engineSample measure missing out overwrite',
    'offline dryRun threads memory cache json quiet generations samples textMode retryFailed',
    'rerankerEndpoint rerankerFolder prompts',
    LLM,
    MODELS,
  ),
  system: required(text('<expression>', 'system with open settings: "bm25(k1=?, b=0.2..0.8)"')),
  seed: usually('seed', 1),
  out: usually('out', 'tuning'),
  dryRun: worded('dryRun', 'print what would be tried, and run nothing'),
};

type TuneFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb({ ...FLAGS, ...writerFlags() }).action(async (flags: TuneFlags) => {
    const { system: open, folds: _, trials, seed = 1, ...rest } = flags;
    const words = process.argv.slice(2);
    const validation = validationOf(flags, seed);
    const planned = await planTuning({
      ...rest,
      methodSettings: methodSettings(flags),
      command: words,
      out: `${flags.out}/candidates`,
      open,
      validation,
      trials,
      tuningSeed: seed,
    });
    const { plan, tuning } = planned;
    if (flags.dryRun) return printLine(planLines(plan.runs, plan.chosen.map(chosenName)).join('\n'));
    const file = `${flags.out}/${slug(tuning.system)}.tuning.json`;
    const earlier = flags.overwrite ? undefined : await readEarlier(file);
    mustBeTheSame(file, earlier, { measure: plan.measure.name, validation, trials, seed });
    await stoppable(flags, async (tools) => {
      const result = await tune(planned, tools, () => retryLine(words));
      mustBeTheSame(file, earlier, result, result.tasks);
      await makeFolder(flags.out);
      await writeAtomic(file, `${JSON.stringify(result, undefined, 2)}\n`);
      if (flags.json) return printJson(result);
      await printLine(resultText(result, screenWidth()));
      tools.note(`\nScores times 100. What was tuned on what, query by query: ${shellWord(file)}`);
    });
  });

const validationOf = (
  { folds, leaveOneTaskOut = false, sameQueries = false }: TuneFlags,
  seed: number,
): Validation => {
  if (leaveOneTaskOut && sameQueries)
    throw new InputError({ found: '--leave-one-task-out and --same-queries', fix: 'give one of them' });
  if (leaveOneTaskOut) return { by: 'task' };
  if (sameQueries) return { by: 'same queries' };
  if (folds === 1)
    throw new InputError({
      found: '--folds 1: settings would be reported on the queries that they were tuned on',
      expected: '2 or more folds, or --leave-one-task-out',
      fix: 'if that is what you want, say --same-queries; the result says it too',
    });
  return { by: 'queries', folds, seed };
};

/** What decides a result, besides the records that it is made of; the tasks are known when they are open. */
const keyOf = (of: Pick<TuningResult, 'measure' | 'validation' | 'trials' | 'seed'>): string => {
  const { measure, validation, trials, seed } = of;
  return canonicalJson({ measure, validation, trials, seed });
};

const readEarlier = async (file: string): Promise<TuningResult | undefined> => {
  const text = await readTextIfThere(file);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as TuningResult);
  } catch {
    throw new InputError({ at: { file }, found: 'a file that is no tuning result', fix: 'add --overwrite' });
  }
};

/** Who tunes again until a seed shows a gain has tuned on the queries that are reported on. */
const mustBeTheSame = (
  file: string,
  earlier: TuningResult | undefined,
  now: Parameters<typeof keyOf>[0],
  tasks = earlier?.tasks,
): void => {
  if (!earlier || canonicalJson([keyOf(earlier), earlier.tasks]) === canonicalJson([keyOf(now), tasks!]))
    return;
  throw new InputError({
    at: { file },
    found: `a result of ${earlier.system} with another seed, number of trials, measure, folds or tasks`,
    expected: 'one result for a system: the best of several looks is no estimate',
    fix: 'add --overwrite to replace it, or --out for another folder',
  });
};

export const resultText = (result: TuningResult, width: number): string => {
  const { system, tasks, candidates, measure, folds, untuned, gain, best, validation } = result;
  const rows = [
    ...folds,
    { fold: 'all', reportedOn: gain.queries, chosen: '', untuned: gain.a, tuned: gain.b },
  ];
  const apart = {
    queries: `folds of queries: ${folds.length}`,
    task: 'one task left out at a time',
    'same queries': 'reported on the queries that were tuned on',
  }[validation.by];
  return [
    printableLine(`${system}: ${candidates.length} settings on ${counted(tasks.length, 'task')}; ${apart}`),
    '',
    table(rows, [
      [measure, ({ fold }) => fold, 'left'],
      ['queries', ({ reportedOn }) => reportedOn],
      ['chosen on the others', ({ chosen }) => printableLine(chosen), 'left'],
      ['untuned', (row) => scoreText(row.untuned)],
      ['tuned', (row) => scoreText(row.tuned)],
      ['gain', (row) => points(row.tuned - row.untuned)],
    ]).text(width),
    '',
    `${gainLine(result)} against ${printableLine(untuned.system)}: ${points(gain.difference)} ` +
      `(95 % interval ${points(gain.interval.low)} – ${points(gain.interval.high)}, p ${chance(gain.p)}, ` +
      `${gain.wins}/${gain.ties}/${gain.losses} queries won/tied/lost)`,
    validation.by === 'same queries'
      ? 'Not an estimate: these queries chose the settings. Leave out --same-queries for one.'
      : `For other queries: ${printableLine(best.system)}, chosen on all of these; they cannot say what it scores.`,
  ].join('\n');
};

const gainLine = ({ gain, validation }: TuningResult): string =>
  validation.by === 'same queries' ? 'Difference' : gain.isGain ? 'Gain' : 'No gain shown';
