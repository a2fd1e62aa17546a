import {
  collectionOfTask,
  joinedCollections,
  type TextCollection,
  textsInFiles,
} from '../../benchmarks/audit/index.js';
import { InputError, type Task, type Tools } from '../../core/index.js';
import { isFile } from '../../platform/node/index.js';
import { openChosen, openFolder, taskRegistry } from '../../tasks/index.js';
import { namedTasks } from './named-tasks.js';

/** What `--leak-with` names, opened: tasks, or texts of files. */
export interface LeakSource {
  readonly name: string;
  readonly tasks: readonly Task[];
  readonly texts?: TextCollection;
}

interface LeakFlags {
  readonly suite?: string;
  readonly offline?: boolean;
}

/** Opens a task, a suite, a file or a folder; a folder that is no task is read as files of texts. */
export const openLeakSource = async (name: string, flags: LeakFlags, tools: Tools): Promise<LeakSource> => {
  if (await isFile(name)) return { name, tasks: [], texts: await textsInFiles(name) };
  const tasks: Task[] = [];
  for (const chosen of namedTasks([name], flags.suite ? { suite: flags.suite } : {})) {
    if ('row' in chosen) {
      tasks.push(await openChosen(chosen, tools, { offline: flags.offline ?? false, generations: [] }));
      continue;
    }
    const task = await openFolder(chosen.folder).catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    if (task) tasks.push(task);
    else {
      tools.note(`${name}: not a task folder; its files are read as texts`);
      return { name, tasks: [], texts: await textsInFiles(chosen.folder) };
    }
  }
  return { name, tasks };
};

/** The collection that a task is compared with. A suite is compared without the task itself. */
export const collectionFor = (task: Task, { name, tasks, texts }: LeakSource): readonly TextCollection[] => {
  if (texts) return [texts];
  const isSuite = Object.hasOwn(taskRegistry(), name);
  const others = isSuite ? tasks.filter(({ contentHash }) => contentHash !== task.contentHash) : tasks;
  if (others.length === 0) return [];
  if (others.length === 1) return [{ ...collectionOfTask(others[0]!), name }];
  return [joinedCollections(name, others.map(collectionOfTask))];
};
