import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine, defined, InputError, shellWord } from '../core/index.js';
import type { Result } from '../experiment/record/index.js';
import type { TaskIdentity } from '../experiment/rescoring/index.js';
import { readResults, type StoredResult } from '../experiment/results/index.js';
import { folderAndSplit, isFolderTask, type TaskChoice, tasksIn } from '../tasks/index.js';
import type { ShownPart } from '../web/server/index.js';

export type RecordFlags = TaskChoice & { readonly results: string; readonly system?: readonly string[] };

/** The records of a folder that flags choose, on one set of tasks. None is an error, unless `orNone`. */
export const chosenRecords = async (
  flags: RecordFlags,
  { orNone = false }: { readonly orNone?: boolean } = {},
): Promise<readonly StoredResult[]> => {
  const all = await readResults(flags.results);
  const onTasks = all.filter(({ record }) => isChosen(record.task, flags));
  const chosen = onTasks.filter(({ record }) => isNamed(record, flags.system));
  if (chosen.length === 0 && !orNone) throw nothingChosen(flags, all, onTasks);
  // Both together only where both were named.
  if (!(flags.suite && flags.data)) mustBeOneSet(chosen, flags.results);
  return chosen;
};

/** What flags choose of folders that a site shows. `--data` names texts there, and chooses tasks only next to `--suite` and `--task`. */
export const chosenPart = ({ suite, task, data, system }: RecordFlags): ShownPart => ({
  ...defined({ suite }),
  hasTask: (of) => isChosen(of, suite || task ? defined({ suite, task, data }) : {}),
  hasRecord: (record) => isNamed(record, system),
});

/** The records of such a part; none is an error. */
export const chosenAnywhere = async (
  flags: RecordFlags,
  { hasTask, hasRecord }: ShownPart,
): Promise<readonly StoredResult[]> => {
  const all = await readResults(flags.results);
  const onTasks = all.filter(({ record }) => hasTask(record.task));
  const chosen = onTasks.filter(({ record }) => hasRecord(record));
  if (all.length > 0 && chosen.length === 0) throw nothingChosen(flags, all, onTasks);
  return chosen;
};

const isNamed = ({ name, system }: Result['record'], named: readonly string[] | undefined): boolean =>
  named?.some((each) => each === name || each === system || squeezed(each) === squeezed(name)) ?? true;

const squeezed = (name: string): string => name.replace(/\s+/g, '');

const nothingChosen = (
  { results, system }: RecordFlags,
  all: readonly StoredResult[],
  onTasks: readonly StoredResult[],
): InputError => {
  if (all.length === 0)
    return new InputError({
      at: { file: results },
      found: 'no results',
      fix: commandLine(
        'run',
        '--suite',
        'sample',
        '--retriever',
        'bm25',
        ...(results === 'results' ? [] : ['--out', results]),
      ),
    });
  const names = [...new Set(onTasks.map(({ record }) => record.name))];
  return new InputError({
    at: { file: results },
    found: `${all.length} results, none of them requested`,
    ...(system && names.length > 0 && { expected: `--system with one of ${names.join(', ')}` }),
    fix: `leave out --suite, --task${system ? ', --system' : ''} and --data`,
  });
};

/** A mean over the tasks of two suites would mean neither. Folders of the user's own belong together. */
const mustBeOneSet = (results: readonly Result[], out: string): void => {
  const tasks = results.map(({ record }) => record.task);
  const folders = [...new Set(tasks.filter(isFolderTask).map(({ suite }) => suite))];
  const suites = [...new Set(tasks.filter((task) => !isFolderTask(task)).map(({ suite }) => suite))];
  const sets = [
    ...suites.map((suite) => `--suite ${suite}`),
    ...(folders.length > 0 ? [folders.map((folder) => `--data ${shellWord(folder)}`).join(' ')] : []),
  ];
  if (sets.length > 1)
    throw new InputError({
      at: { file: out },
      found: `results on several sets of tasks: ${[...suites, ...folders].join(', ')}`,
      fix: `choose one: ${sets.join(', or ')}`,
    });
};

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
