import { shellWord } from '../../core/index.js';
import { taskRegistry } from '../../tasks/index.js';
import type { TaskIdentity } from './open-task.js';

/** A task opened from a folder has the path for a suite. */
export const isFolderTask = ({ suite }: Pick<TaskIdentity, 'suite'>): boolean =>
  !Object.hasOwn(taskRegistry(), suite);

/** The flags that name a task on the command line: `--suite sample --task Biology`, or `--data FOLDER`. */
export const taskWords = (task: Pick<TaskIdentity, 'name' | 'suite'>): string =>
  isFolderTask(task)
    ? `--data ${shellWord(task.suite)}`
    : `--suite ${shellWord(task.suite)} --task ${shellWord(task.name)}`;
