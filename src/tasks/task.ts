import type { Task } from '../core/index.js';
import { openFolder } from './open-folder.js';
import { openTask } from './open-task.js';

/**
 * Opens a task of a suite, or a folder in any known format.
 * @example await task('sample', 'Biology'); await task('./my-folder');
 */
export const task = (suiteOrFolder: string, name?: string): Promise<Task> =>
  name === undefined ? openFolder(suiteOrFolder) : openTask(suiteOrFolder, name);
