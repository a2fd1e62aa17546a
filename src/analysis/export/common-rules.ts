import { commandLine } from '../../core/index.js';
import { incompleteLine, isIncomplete, rerunWords } from '../../experiment/record/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { isFolderTask, suite } from '../../tasks/index.js';
import { type MissingRequirement, missingIf } from './receiver.js';

/** The tasks of the full benchmark, in its order. */
export const fullTasks = (): readonly string[] => suite('r2med').tasks.map(({ name }) => name);

/** What everybody who takes results asks for: all tasks, complete, every query counted. */
export const commonRules = (results: readonly StoredResult[]): readonly MissingRequirement[] => {
  const { task } = results[0]!.record;
  const present = new Set(results.map(({ record }) => record.task.name));
  const missing = fullTasks().filter((task) => !present.has(task));
  const foreign = results.filter(({ record }) => !fullTasks().includes(record.task.name));
  const lacking = results.filter(isIncomplete);
  const skipping = results.filter(
    ({ record: { evaluation } }) => evaluation.missing === 'skip' && evaluation.missingQueries > 0,
  );
  const rerun = (...flags: readonly string[]): string =>
    commandLine(
      'run',
      '--suite',
      isFolderTask(task) ? 'r2med' : task.suite,
      ...flags,
      ...rerunWords(results[0]!.record),
    );
  return [
    ...missingIf(missing.length > 0, () => ({
      rule: 'all tasks',
      found: `no result on ${missing.join(', ')}`,
      fix: rerun(...missing.flatMap((task) => ['--task', task])),
    })),
    ...missingIf(foreign.length > 0, () => ({
      rule: 'tasks of the benchmark',
      found: `results on ${foreign.map(({ record }) => record.task.name).join(', ')}`,
      fix: 'choose the tasks with --task or --suite',
    })),
    ...lacking.map((result) => ({
      rule: 'complete results',
      found: incompleteLine(result.record),
      fix: 'run the same command again',
    })),
    ...skipping.map(({ record }) => ({
      rule: 'every query counted',
      found: `${record.task.name}: ${record.evaluation.missingQueries} queries without a ranking are left out of the mean`,
      fix: rerun('--task', record.task.name, '--missing', 'zero', '--overwrite'),
    })),
  ];
};

/** Suites of results that are not the benchmark itself: a small set, or a folder that has tasks of the same names. */
export const otherSuites = (results: readonly StoredResult[]): readonly string[] =>
  [...new Set(results.map(({ record }) => record.task.suite))].filter((name) => name !== 'r2med');

/** Results without the score that leaderboards show. */
export const scoreRule = (results: readonly StoredResult[], rule: string): readonly MissingRequirement[] =>
  results
    .filter(({ record }) => !Object.hasOwn(record.scores, 'nDCG@10'))
    .map(({ record }) => ({
      rule,
      found: `${record.task.name}: no nDCG@10`,
      fix: 'run it again with --measure nDCG@10 --overwrite',
    }));
