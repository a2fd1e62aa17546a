import { existsSync } from 'node:fs';
import { InputError, nearest } from '../../core/index.js';
import {
  type ChosenTask,
  chosenTasks,
  folderAndSplit,
  suite,
  type TaskChoice,
  taskRegistry,
} from '../../tasks/index.js';

/**
 * What names on the command line choose: a suite (all its tasks), a task of `--suite`, or a folder. `--task` and `--data` add to them;
 * without any name they choose as for every other verb.
 */
export const namedTasks = (names: readonly string[], flags: TaskChoice): readonly ChosenTask[] => {
  if (names.length === 0) return chosenTasks(flags);
  const named = names.flatMap((name) => chosenBy(name, flags.suite ?? 'r2med'));
  const more = flags.task || flags.data ? chosenTasks(flags) : [];
  return [...named, ...more];
};

const chosenBy = (name: string, suiteName: string): readonly ChosenTask[] => {
  const suites = Object.keys(taskRegistry());
  if (suites.includes(name)) return chosenTasks({ suite: name });
  if (name.toLowerCase() === 'all') return chosenTasks({ suite: suiteName });
  const tasks = suite(suiteName).tasks.map((each) => each.name);
  const isTask = tasks.some((each) => each.toLowerCase() === name.toLowerCase());
  if (isTask && !isPath(name)) return chosenTasks({ suite: suiteName, task: [name] });
  if (isPath(name) || existsSync(folderAndSplit(name).folder)) return chosenTasks({ data: [name] });
  const near = nearest(name, [...tasks, ...suites]);
  throw new InputError({
    found: `no task, suite or folder "${name}"`,
    expected: `a task of suite ${suiteName} (${tasks.join(', ')}), a suite (${suites.join(', ')}), or a folder`,
    ...(near && { fix: `did you mean "${near}"?` }),
  });
};

/** Written as a path, a name means a folder also where a task is called so. */
const isPath = (name: string): boolean => /[/\\]|^\.\.?$/.test(name);
