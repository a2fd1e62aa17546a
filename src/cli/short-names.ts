import { type ResultTable, tabulate } from '../analysis/leaderboard/index.js';
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

/** The table of records that flags choose: means are over the tasks that `--task` names, else over those that all systems have. */
export const recordTable = (
  results: readonly Result[],
  flags: {
    readonly measure: string;
    readonly task?: readonly string[];
    readonly includeIncomplete?: boolean;
  },
): ResultTable => {
  const { measure, task, includeIncomplete = false } = flags;
  const tasks = taskOrder(results);
  return tabulate(results, { measure, tasks, ...(task && { meanOf: tasks }), includeIncomplete });
};
