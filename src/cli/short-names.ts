import type { Result } from '../experiment/record/index.js';
import { taskRegistry } from '../tasks/index.js';

/** Column headings for the registered tasks. */
export const shortNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(taskRegistry()).flatMap(({ tasks }) => tasks.map(({ name, short }) => [name, short])),
  );

/** Names of the registered tasks, in the registry's order. */
export const registryOrder = (): readonly string[] => [
  ...new Set(Object.values(taskRegistry()).flatMap(({ tasks }) => tasks.map(({ name }) => name))),
];

/** Registered tasks in the registry's order, then others in the order of appearance. */
export const taskOrder = (results: readonly Result[]): readonly string[] => [
  ...new Set([...registryOrder(), ...results.map(({ record }) => record.task.name)]),
];
