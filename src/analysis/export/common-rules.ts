import { shellWord } from '../../core/index.js';
import { incompleteLine, isIncomplete } from '../../experiment/record/index.js';
import { isFolderTask } from '../../experiment/rescoring/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { suite } from '../../tasks/index.js';
import type { Missing } from './receiver.js';

/** The tasks of the full benchmark, in its order. */
export const fullTasks = (): readonly string[] => suite('r2med').tasks.map(({ name }) => name);

/** What everybody who takes results asks for: all tasks, complete, every query counted. */
export const commonRules = (results: readonly StoredResult[]): readonly Missing[] => {
  const { name, task } = results[0]!.record;
  const present = new Set(results.map(({ record }) => record.task.name));
  const missing = fullTasks().filter((task) => !present.has(task));
  const foreign = results.filter(({ record }) => !fullTasks().includes(record.task.name));
  const lacking = results.filter(isIncomplete);
  const skipping = results.filter(
    ({ record: { evaluation } }) => evaluation.missing === 'skip' && evaluation.missingQueries > 0,
  );
  const rerun = (flags: string): string =>
    `r2med run --suite ${isFolderTask(task) ? 'r2med' : task.suite} ${flags} --system ${shellWord(name)}`;
  return [
    ...(missing.length > 0
      ? [
          {
            rule: 'all tasks',
            found: `no result on ${missing.join(', ')}`,
            fix: rerun(missing.map((task) => `--task ${task}`).join(' ')),
          },
        ]
      : []),
    ...(foreign.length > 0
      ? [
          {
            rule: 'tasks of the benchmark',
            found: `results on ${foreign.map(({ record }) => record.task.name).join(', ')}`,
            fix: 'choose the tasks with --task or --suite',
          },
        ]
      : []),
    ...lacking.map((result) => ({
      rule: 'complete results',
      found: incompleteLine(result.record),
      fix: 'run the same command again',
    })),
    ...skipping.map(({ record }) => ({
      rule: 'every query counted',
      found: `${record.task.name}: ${record.evaluation.missingQueries} queries without a ranking are left out of the mean`,
      fix: rerun(`--task ${record.task.name} --missing zero --overwrite`),
    })),
  ];
};

/** Whether results are on the benchmark itself, not on a small set or a folder that has tasks of the same names. */
export const suiteRule = (results: readonly StoredResult[]): readonly Missing[] => {
  const suites = [...new Set(results.map(({ record }) => record.task.suite))].filter(
    (name) => name !== 'r2med',
  );
  return suites.length > 0
    ? [
        {
          rule: 'full benchmark',
          found: `results on suite ${suites.join(', ')}`,
          fix: 'r2med fetch --suite r2med, then run the system with --suite r2med',
        },
      ]
    : [];
};
