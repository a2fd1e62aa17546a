import { resolve } from 'node:path';
import { isFolderTask, type TaskIdentity } from '../rescoring/index.js';
import type { TaskFlags } from './chosen-tasks.js';

/**
 * Whether a result is on a task that `--suite`, `--task` and `--data` choose, which mean what they mean for `run`: folders alone, tasks
 * of a suite, or both.
 */
export const isChosen = (
  task: Pick<TaskIdentity, 'name' | 'suite'>,
  { suite, task: named, data }: TaskFlags,
): boolean => {
  if (data?.some((folder) => isIn(task, folder))) return true;
  if (data && !suite && !named) return false;
  const isNamed = named?.some((name) => ['all', task.name.toLowerCase()].includes(name.toLowerCase()));
  return (!suite || task.suite === suite) && (isNamed ?? true);
};

/** A folder with several splits stands for all of them. */
const isIn = (task: Pick<TaskIdentity, 'suite'>, folder: string): boolean =>
  isFolderTask(task) &&
  (resolve(task.suite) === resolve(folder) || resolve(task.suite).startsWith(`${resolve(folder)}#`));
