import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TaskIdentity } from '../experiment/rescoring/index.js';
import { folderAndSplit, isFolderTask, type TaskChoice, tasksIn } from '../tasks/index.js';

type ResultTask = Pick<TaskIdentity, 'name' | 'suite' | 'split'>;

/**
 * Whether a result is on a task that `--suite`, `--task`, `--data` and `--split` choose, which mean what they mean for `run`: folders
 * alone, tasks of a suite, or both.
 */
export const isChosen = (task: ResultTask, { suite, task: named, data, split }: TaskChoice): boolean => {
  if (data?.some((path) => isIn(task, path, split))) return true;
  if (data && !suite && !named) return false;
  const isNamed = named?.some((name) => ['all', task.name.toLowerCase()].includes(name.toLowerCase()));
  return (!suite || task.suite === suite) && (isNamed ?? true);
};

const isIn = (task: ResultTask, path: string, split?: string): boolean => {
  if (!isFolderTask(task)) return false;
  const wanted = folderAndSplit(path);
  const recorded = folderAndSplit(task.suite);
  if (resolve(wanted.folder) !== resolve(recorded.folder)) return false;
  const named = wanted.split ?? split;
  if (named !== undefined) return (recorded.split ?? task.split) === named;
  return recorded.split === undefined || meansAllSplits(wanted.folder);
};

/** Of a folder alone `run` takes all splits of a Nano folder, and one split of any other. For a folder that is gone, it cannot be known: all splits count. */
const meansAllSplits = (folder: string): boolean => !existsSync(folder) || tasksIn(folder).length > 1;
