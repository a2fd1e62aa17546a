import { resolve } from 'node:path';
import { commandOf, type Document, InputError, shellWord, type Task } from '../../core/index.js';
import { type TaskIdentity, taskHere, taskOpener } from '../../experiment/rescoring/index.js';
import { isFolderTask } from '../../tasks/index.js';
import { type Key, keyOf } from '../page-data/index.js';
import type { OwnResult } from './records.js';

/** A task that the page shows: by name, and by what records say of it. */
export interface ShownTask {
  readonly key: Key;
  readonly name: string;
  readonly suite: string;
  /** Results of all systems on it. */
  readonly results: readonly OwnResult[];
  /** The content that is meant, where no record says it. */
  readonly identity?: TaskIdentity;
}

/** A task with its texts, or why there are none. */
export type OpenedTask =
  | { readonly task: Task; readonly why?: never; readonly differs?: never }
  | {
      readonly task?: never;
      readonly why: string;
      /** It is on this machine, with another content. */
      readonly differs: boolean;
    };

/** Texts of tasks: what is on this machine, in the suites or in folders the user named. Nothing is fetched. */
export interface TaskTexts {
  open(task: ShownTask): Promise<OpenedTask>;
  document(task: ShownTask, key: Key): Promise<Document | undefined>;
}

/** Corpora whose documents are held for the next look. */
const HELD = 2;

/**
 * `folders`: those of the user's own that may be read. A record could name any other, so none of these is opened. `whole`: a task that cannot be read is an
 * error.
 */
export const taskTexts = (folders: readonly string[], whole = false): TaskTexts => {
  const openOne = taskOpener();
  const opened = new Map<string, Promise<OpenedTask>>();
  const corpora = new Map<string, Promise<ReadonlyMap<Key, Document>>>();
  const mayRead = (suite: string): boolean =>
    folders.some((folder) => resolve(suite.replace(/#[^#]*$/, '')) === resolve(folder));
  const found = async (shown: ShownTask): Promise<OpenedTask> => {
    const { name, suite } = shown;
    if (isFolderTask({ suite }) && !mayRead(suite))
      return {
        why: `its folder was not named: start the page with --data ${shellWord(suite)}`,
        differs: false,
      };
    const identity = identityOf(shown);
    const task = await (identity ? openOne(identity) : taskHere(shown));
    if (task) return { task };
    const differs = (await taskHere(shown)) !== undefined;
    const fetch = commandOf('fetch', '--suite', suite, '--task', name);
    return {
      why: isFolderTask({ suite })
        ? 'the files in its folder are not those that were run'
        : `it is not on this machine as it was run: ${fetch}`,
      differs,
    };
  };
  const open = (task: ShownTask): Promise<OpenedTask> => {
    const content = contentOf(task);
    const known =
      opened.get(content) ??
      found(task).catch((error: unknown) => {
        if (whole || !(error instanceof InputError)) throw error;
        return { why: error.problem, differs: false };
      });
    opened.set(content, known);
    return known;
  };
  return {
    open,
    async document(shown, key) {
      const { task } = await open(shown);
      if (!task) return undefined;
      const content = contentOf(shown);
      const held = corpora.get(content) ?? byKey(task);
      corpora.delete(content);
      corpora.set(content, held);
      for (const oldest of [...corpora.keys()].slice(0, -HELD)) corpora.delete(oldest);
      return (await held).get(key);
    },
  };
};

const identityOf = ({ identity, results }: ShownTask): TaskIdentity | undefined =>
  identity ?? results[0]?.record.task;

/** A task that was run or audited again with other files is another one. */
const contentOf = (shown: ShownTask): string => `${shown.key} ${identityOf(shown)?.contentHash ?? ''}`;

const byKey = async ({ corpus }: Task): Promise<ReadonlyMap<Key, Document>> => {
  const documents = new Map<Key, Document>();
  for await (const batch of corpus.rows()) for (const row of batch) documents.set(keyOf(row.id), row);
  return documents;
};
