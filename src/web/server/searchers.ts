import { defined, type Task } from '../../core/index.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { type Key, keyOf, type Searchers, type ShownExplanation } from '../page-data/index.js';
import { shownExplanation } from './shown-explanation.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

export interface SiteSearch {
  /** Whether a system, by its text, can search any text without a model that has to be paid. */
  canSearch(system: string): Promise<boolean>;
  /** Hits of a text, explained, without the texts of documents. */
  search(system: string, task: Task, text: string): Promise<QueryExplanation>;
}

/** Systems that need no files but the task's own, so that a task can be searched before it has records. */
const ALWAYS = ['bm25', 'bm25-lucene', 'lsa'];

/** Own systems by their text, then those that are always there; each once. */
const systemsOf = async ({ results }: ShownTask, { canSearch }: SiteSearch): Promise<readonly string[]> => {
  const names = results.map(({ record }) => record.name);
  const can = await Promise.all(names.map(canSearch));
  return [...new Set([...names.filter((_, i) => can[i]), ...ALWAYS])];
};

const systemKey = (text: string): Key => keyOf(text, 'search');

export const searchersOf = async (
  shown: ShownTask,
  texts: TaskTexts,
  search: SiteSearch,
): Promise<Searchers> => {
  const { task, why } = await texts.open(shown);
  return {
    task: shown.key,
    systems: task ? (await systemsOf(shown, search)).map((name) => ({ key: systemKey(name), name })) : [],
    ...defined({ why, example: task?.queries[0]?.text }),
  };
};

/** Hits of a text, explained; undefined where the task or the system cannot be searched. */
export const searchFor = async (
  shown: ShownTask,
  system: Key,
  text: string,
  texts: TaskTexts,
  search: SiteSearch,
): Promise<ShownExplanation | undefined> => {
  const { task } = await texts.open(shown);
  const name = (await systemsOf(shown, search)).find((each) => systemKey(each) === system);
  return task && name !== undefined ? shownExplanation(await search.search(name, task, text)) : undefined;
};
