import type { Task } from '../../core/index.js';
import { taskRegistry } from '../../tasks/index.js';

/** `my-notes` becomes `MyNotes`; what is called Nano already is not called so twice. */
const bare = (text: string): string =>
  text
    .replace(/^[Nn]ano(?=[^a-z])/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const suiteTitle = ({ suite }: Task): string | undefined =>
  Object.hasOwn(taskRegistry(), suite) ? taskRegistry()[suite]!.title : undefined;

/** `NanoR2MED` for tasks of that suite; for a folder its own name behind `Nano`; `NanoSet` for a mixture. */
export const setName = (tasks: readonly Task[]): string => {
  const names = new Set(tasks.map((task) => suiteTitle(task) ?? (tasks.length === 1 ? task.name : 'Set')));
  return `Nano${names.size === 1 ? bare([...names][0]!) : 'Set'}`;
};

/** `NanoR2MEDBiology`, as the published splits are called; a single folder's split is named as the set. */
export const splitName = (set: string, task: Task, tasks: readonly Task[]): string =>
  tasks.length === 1 && suiteTitle(task) === undefined ? set : `${set}${bare(task.name)}`;
