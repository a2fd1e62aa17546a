import { InputError, type Task, type Tools } from '../core/index.js';
import type { ExperimentPlan } from '../experiment/plans/index.js';
import {
  ensureTask,
  folderAndSplit,
  openFolder,
  openTask,
  suite,
  type TaskEntry,
  taskEntry,
  tasksIn,
} from '../tasks/index.js';

export { mustDiffer, tellNotes } from '../tasks/index.js';

export interface TaskFlags {
  readonly suite?: string;
  readonly task?: readonly string[];
  readonly data?: readonly string[];
  /** Of the folders in `data` that name none. */
  readonly split?: string;
}

/** What these flags would say in place of an experiment's plan. */
export const taskFlagsOf = ({ suite, tasks, data }: ExperimentPlan): TaskFlags => ({
  ...(suite !== undefined && { suite }),
  ...(tasks && { task: tasks }),
  ...(data && { data }),
});

/** A requested task, before anything of it is read. */
export type ChosenTask = { readonly folder: string } | { readonly row: TaskEntry };

/** What `--suite`, `--task` and `--data` choose: all tasks of the suite unless some are named. */
export const chosenTasks = (flags: TaskFlags): readonly ChosenTask[] => {
  const folders = foldersOf(flags)
    .flatMap(tasksIn)
    .map((folder) => ({ folder }));
  if (folders.length > 0 && !flags.task && !flags.suite) return folders;
  const suiteName = flags.suite ?? 'r2med';
  const named = flags.task ?? ['All'];
  const rows = named.flatMap((name) =>
    name.toLowerCase() === 'all' ? suite(suiteName).tasks : [taskEntry(suiteName, name)],
  );
  const distinct = [...new Map(rows.map((entry) => [entry.name, entry])).values()];
  return [...distinct.map((entry) => ({ row: entry })), ...folders];
};

const foldersOf = ({ data = [], split }: TaskFlags): readonly string[] => {
  if (split === undefined) return data;
  if (data.length === 0) throw new InputError({ found: '--split without --data', fix: 'add --data FOLDER' });
  return data.map((path) => (folderAndSplit(path).split === undefined ? `${path}#${split}` : path));
};

export interface FetchMode {
  /** Leaves the network alone. */
  readonly offline: boolean;
  /** Published generations the task is needed with, as `hyde/gpt4`. */
  readonly generations: readonly string[];
  /** How the judgements of a folder are read; whole grades by default. */
  readonly grades?: 'any';
}

/** Opens a chosen task; one that lives on the hub and is not here yet is fetched first. */
export const openChosen = async (chosen: ChosenTask, tools: Tools, fetching: FetchMode): Promise<Task> => {
  if (!('row' in chosen))
    return openFolder(chosen.folder, fetching.grades ? { grades: fetching.grades } : {});
  const { row: entry } = chosen;
  if (entry.source.from !== 'package' && !fetching.offline)
    await ensureTask(entry, tools, { generations: fetching.generations });
  return openTask(entry.suite, entry.name);
};

export const nameOf = (chosen: ChosenTask): string => ('row' in chosen ? chosen.row.name : chosen.folder);
