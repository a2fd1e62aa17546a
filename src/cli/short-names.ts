import type { Result } from '../record/index.js';
import { catalogue } from '../tasks/index.js';

/** Column headings for the tasks of the catalogue. */
export const shortNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(catalogue()).flatMap(({ tasks }) => tasks.map(({ name, short }) => [name, short])),
  );

/** Tasks in the catalogue's order, others behind in the order of appearance. */
export const taskOrder = (results: readonly Result[]): readonly string[] => {
  const known = Object.values(catalogue()).flatMap(({ tasks }) => tasks.map(({ name }) => name));
  return [...new Set([...known, ...results.map(({ record }) => record.task.name)])];
};
