import { type DocId, type Document, InputError, type Task, trimmedEnd } from '../core/index.js';
import { catalogue, openFolder, openTask, taskRow, taskStatus } from '../tasks/index.js';
import type { TaskIdentity } from './side.js';

/** Opens the task a result was made on, if its files are on this machine and still the same. */
export type OpenTask = (identity: TaskIdentity) => Promise<Task | undefined>;

/** Opens each task once, however often it is asked for; the network is left alone. */
export const taskOpener = (): OpenTask => {
  const opened = new Map<string, Promise<Task | undefined>>();
  return (identity) => {
    const key = JSON.stringify([identity.suite, identity.name, identity.contentHash]);
    const task = opened.get(key) ?? openIdentified(identity);
    opened.set(key, task);
    return task;
  };
};

const openIdentified: OpenTask = async (identity) => {
  const opened = await openByName(identity).catch((error: unknown) => {
    if (error instanceof InputError) return undefined;
    throw error;
  });
  return opened?.contentHash === identity.contentHash ? opened : undefined;
};

const openByName = async ({ suite, name }: TaskIdentity): Promise<Task | undefined> => {
  // A folder that was opened as a task has its path for a suite.
  if (!Object.hasOwn(catalogue(), suite)) return openFolder(suite);
  const { state } = await taskStatus(taskRow(suite, name));
  return state === 'present' ? openTask(suite, name, { verify: false }) : undefined;
};

/** The documents of these ids, from one pass over the corpus; the last text of a repeated id wins. */
export const documentsOf = async (
  { corpus }: Task,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<DocId, Document>> => {
  const found = new Map<DocId, Document>();
  if (ids.size === 0) return found;
  for await (const batch of corpus.rows())
    for (const document of batch) if (ids.has(document.id)) found.set(document.id, document);
  return found;
};

const FIRST_WORDS = 60;

/** What a document is called in one line: its title, or its first words. */
export const titleOf = ({ title, text }: Document): string => firstWords(title?.trim() || text);

/** The first words of a text, on one line and without control characters, which could play with a terminal. */
export const firstWords = (text: string, longest = FIRST_WORDS): string => {
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${trimmedEnd(cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)), /[\s.,;:]/)}…`;
};
