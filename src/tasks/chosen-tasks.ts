import { defined, InputError, type Task, type Tools } from '../core/index.js';
import { parseColumns } from './columns/columns.js';
import { ensureTask, isHubDataset, openDataset } from './fetch/index.js';
import { folderAndSplit, tasksIn } from './folder-files.js';
import { openFolder } from './open-folder.js';
import { openTask } from './open-task.js';
import { suite, type TaskEntry, taskEntry, taskRegistry } from './task-registry.js';

/** Which tasks are requested: tasks of a suite by name, folders, or both. */
export interface TaskChoice {
  /** `r2med` by default, if there is no `data`. */
  readonly suite?: string;
  /** Names of the suite's tasks; by default all that r2med can fetch. */
  readonly task?: readonly string[];
  /** Folders in a known format, each a task. */
  readonly data?: readonly string[];
  /** Which files and columns of the folders in `data` are what, as `--columns` says it. */
  readonly columns?: string;
  /** Of the folders in `data` that name none. */
  readonly split?: string;
}

/** A requested task, before anything of it is read. */
export type ChosenTask = { readonly folder: string; readonly columns?: string } | { readonly row: TaskEntry };

/** The tasks of a choice, each once. */
export const chosenTasks = (choice: TaskChoice): readonly ChosenTask[] => {
  const { columns } = choice;
  if (columns !== undefined) parseColumns(columns);
  const folders = foldersOf(choice)
    .flatMap((data) => (isHubDataset(data) ? [data] : tasksIn(data)))
    .map((folder) => ({ folder, ...defined({ columns }) }));
  if (folders.length > 0 && !choice.task && !choice.suite) return folders;
  const suiteName = choice.suite ?? 'r2med';
  const named = choice.task ?? ['All'];
  const rows = named.flatMap((name) =>
    name.toLowerCase() === 'all'
      ? suite(suiteName).tasks.filter(({ source }) => source.from !== 'elsewhere')
      : [taskEntry(suiteName, name)],
  );
  const distinct = [...new Map(rows.map((entry) => [entry.name, entry])).values()];
  return [...distinct.map((entry) => ({ row: entry })), ...folders];
};

const foldersOf = ({ data = [], split, columns }: TaskChoice): readonly string[] => {
  const idle = split !== undefined ? '--split' : columns !== undefined ? '--columns' : undefined;
  if (idle && data.length === 0)
    throw new InputError({ found: `${idle} without --data`, fix: 'add --data FOLDER' });
  if (split === undefined) return data;
  return data.map((path) => (folderAndSplit(path).split === undefined ? `${path}#${split}` : path));
};

interface OpenChosenOptions {
  /** Leaves the network alone. */
  readonly offline?: boolean | undefined;
  /** Published generations the task is needed with, as `hyde/gpt4`. */
  readonly generations?: readonly string[];
  /** How the judgements of a folder are read; whole grades by default. */
  readonly grades?: 'any';
}

/** Opens a chosen task; one that lives on the hub and is not here yet is fetched first. */
export const openChosen = async (
  chosen: ChosenTask,
  tools: Tools,
  { offline = false, generations = [], grades }: OpenChosenOptions = {},
): Promise<Task> => {
  if (!('row' in chosen)) {
    const { folder, columns } = chosen;
    return isHubDataset(folder)
      ? openDataset(folder, tools, { offline, ...defined({ grades, columns }) })
      : openFolder(folder, defined({ grades, columns }));
  }
  const { row: entry } = chosen;
  if (entry.source.from !== 'package' && !offline) await ensureTask(entry, tools, { generations });
  return openTask(entry.suite, entry.name);
};

export const chosenName = (chosen: ChosenTask): string => ('row' in chosen ? chosen.row.name : chosen.folder);

/** Two folders of one name would overwrite each other's files. */
export const mustDiffer = (tasks: readonly Task[]): void => {
  const names = tasks.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated)
    throw new InputError({
      found: `two tasks named "${repeated}"`,
      expected: 'different names: records are saved by name',
      fix: 'rename one of the folders, or run them with different --out',
    });
};

/** A task opened from a folder has the path for a suite. */
export const isFolderTask = ({ suite }: Pick<Task, 'suite'>): boolean =>
  !Object.hasOwn(taskRegistry(), suite);

/** The flags that name a task on the command line: `--suite sample --task Biology`, or `--data FOLDER`. */
export const taskWords = (
  task: Pick<Task, 'name' | 'suite'> & { readonly columns?: string | undefined },
): readonly string[] =>
  isFolderTask(task)
    ? ['--data', task.suite, ...(task.columns === undefined ? [] : ['--columns', task.columns])]
    : ['--suite', task.suite, '--task', task.name];
