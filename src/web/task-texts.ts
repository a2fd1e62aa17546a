import { resolve } from 'node:path';
import { type Document, InputError, type Task } from '../core/index.js';
import { type Key, keyOf } from '../page-data/index.js';
import { isFolderTask, taskOpener } from '../rescoring/index.js';
import { openTask, taskEntry, taskStatus } from '../tasks/index.js';
import type { OwnResult } from './records.js';

/** A task that the page shows: by name, and by what records say of it. */
export interface ShownTask {
  readonly key: Key;
  readonly name: string;
  readonly suite: string;
  /** Results of all systems on it. */
  readonly results: readonly OwnResult[];
}

/** A task with its texts, or why there are none. */
export type OpenedTask =
  | { readonly task: Task; readonly why?: never }
  | { readonly task?: never; readonly why: string };

/** Texts of tasks: what is on this machine, in the suites or in folders the user named. Nothing is fetched. */
export interface TaskTexts {
  open(task: ShownTask): Promise<OpenedTask>;
  document(task: ShownTask, key: Key): Promise<Document | undefined>;
}

/** Corpora whose documents are held for the next look. */
const HELD = 2;

/** `folders`: those of the user's own that may be read. A record could name any other, so none of these is opened. */
export const taskTexts = (folders: readonly string[]): TaskTexts => {
  const openOne = taskOpener();
  const opened = new Map<Key, Promise<OpenedTask>>();
  const corpora = new Map<Key, Promise<ReadonlyMap<Key, Document>>>();
  const mayRead = (suite: string): boolean =>
    folders.some((folder) => resolve(suite.replace(/#[^#]*$/, '')) === resolve(folder));
  const found = async ({ name, suite, results }: ShownTask): Promise<OpenedTask> => {
    if (isFolderTask({ suite }) && !mayRead(suite))
      return { why: `its folder was not named: call r2med web with --data ${suite}` };
    const record = results[0]?.record.task;
    const task = record ? await openOne(record) : await ofSuite(suite, name);
    if (task) return { task };
    const fetch = `r2med fetch ${suite === 'r2med' ? '' : `--suite ${suite} `}--task ${name}`;
    return {
      why: isFolderTask({ suite })
        ? 'the files in its folder are not those that were run'
        : `it is not on this machine as it was run: ${fetch}`,
    };
  };
  const open = (task: ShownTask): Promise<OpenedTask> => {
    const known = opened.get(task.key) ?? found(task);
    opened.set(task.key, known);
    return known;
  };
  return {
    open,
    async document(shown, key) {
      const { task } = await open(shown);
      if (!task) return undefined;
      const held = corpora.get(shown.key) ?? byKey(task);
      corpora.delete(shown.key);
      corpora.set(shown.key, held);
      for (const oldest of [...corpora.keys()].slice(0, -HELD)) corpora.delete(oldest);
      return (await held).get(key);
    },
  };
};

const byKey = async ({ corpus }: Task): Promise<ReadonlyMap<Key, Document>> => {
  const documents = new Map<Key, Document>();
  for await (const batch of corpus.rows()) for (const row of batch) documents.set(keyOf(row.id), row);
  return documents;
};

const ofSuite = async (suite: string, name: string): Promise<Task | undefined> => {
  const { state } = await taskStatus(taskEntry(suite, name));
  if (state !== 'present') return undefined;
  return openTask(suite, name, { verify: false }).catch((error: unknown) => {
    if (error instanceof InputError) return undefined;
    throw error;
  });
};
