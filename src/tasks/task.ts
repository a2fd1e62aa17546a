import type { Task } from '../core/index.js';
import { openFolder } from './open-folder.js';
import { openTask } from './open-task.js';

/**
 * Opens a task of a suite, or a folder in any known format.
 * @example
 * import { task } from 'r2med';
 *
 * const biology = await task('sample', 'Biology');
 * const mine = await task('./my-folder');
 */
export const task = (suiteOrFolder: string, name?: string): Promise<Task> =>
  name === undefined ? openFolder(suiteOrFolder) : openTask(suiteOrFolder, name);
