import { defined, InputError, type Task } from '../../core/index.js';
import { isFileError } from '../../platform/node/index.js';
import {
  isHubDataset,
  openDatasetHere,
  openFolder,
  openTask,
  taskEntry,
  taskRegistry,
  taskStatus,
} from '../../tasks/index.js';
import type { ResultRecord } from '../record/index.js';

/** The task that scores were made on, as far as two results must agree on it. */
export type TaskIdentity = Pick<
  ResultRecord['task'],
  'name' | 'suite' | 'contentHash' | 'family' | 'split' | 'columns'
>;

/** Opens the task a result was made on, if its files are on this machine and still the same. */
export type OpenTask = (identity: TaskIdentity) => Promise<Task | undefined>;

/** Opens each task once, however often it is requested; the network is left alone. */
export const taskOpener = (): OpenTask => {
  const opened = new Map<string, Promise<Task | undefined>>();
  return (identity) => {
    const key = JSON.stringify([identity.suite, identity.name, identity.contentHash, identity.columns ?? '']);
    const task = opened.get(key) ?? openIdentified(identity);
    opened.set(key, task);
    return task;
  };
};

const openIdentified: OpenTask = async (identity) => {
  const opened = await taskHere(identity);
  return opened?.contentHash === identity.contentHash ? opened : undefined;
};

/**
 * The task of this name as it is on this machine now, whatever its content; undefined where there is none that can be opened. A disk that fails, or forbids
 * to read, is an error: nothing is known of the task then.
 */
export const taskHere = (
  named: Pick<TaskIdentity, 'suite' | 'name' | 'columns'>,
): Promise<Task | undefined> =>
  openByName(named).catch((error: unknown) => {
    if (error instanceof InputError && !isUnreadable(error)) return undefined;
    throw error;
  });

const isUnreadable = ({ cause }: InputError): boolean =>
  isFileError(cause) && !['ENOENT', 'ENOTDIR'].includes(cause.code ?? '');

const openByName = async ({
  suite,
  name,
  columns,
}: Pick<TaskIdentity, 'suite' | 'name' | 'columns'>): Promise<Task | undefined> => {
  if (isHubDataset(suite)) return openDatasetHere(suite, defined({ columns }));
  // A folder that was opened as a task has its path for a suite.
  if (!Object.hasOwn(taskRegistry(), suite)) return openFolder(suite, defined({ columns }));
  const { state } = await taskStatus(taskEntry(suite, name));
  return state === 'present' ? openTask(suite, name, { verify: false }) : undefined;
};
