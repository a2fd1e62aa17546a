import { lookup, once } from '../core/index.js';
import { packageData } from '../platform/node/index.js';
import { type SuiteSource, type SuiteTask, type TaskKind, taskRegistryFile } from './task-registry-schema.js';

/** A task of a suite, as the catalogue knows it before anything is read. */
export interface TaskEntry extends Readonly<TaskKind>, Readonly<Omit<SuiteTask, 'task'>> {
  readonly suite: string;
  readonly familyTitle: string;
}

/** A set of tasks. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Where the facts in its rows were read. */
  readonly sources: readonly SuiteSource[];
  /** In the order of the R2MED paper's tables. */
  readonly tasks: readonly TaskEntry[];
}

/** Every suite by name, from `data/tasks.json`. */
export const taskRegistry = once((): Readonly<Record<string, Suite>> => {
  const file = packageData('tasks.json', taskRegistryFile());
  const kinds = Object.fromEntries(file.tasks.map((kind) => [kind.name, kind]));
  return Object.fromEntries(
    Object.entries(file.suites).map(([name, { tasks, ...suite }]) => {
      const rows = tasks.map(({ task, ...row }): TaskEntry => {
        const kind = lookup('task', kinds, task);
        return { ...kind, ...row, suite: name, familyTitle: file.families[kind.family] };
      });
      return [name, { name, ...suite, tasks: rows }];
    }),
  );
});

/** The suite of a name. */
export const suite = (name: string): Suite => lookup('suite', taskRegistry(), name);

/** The entry of a task; case does not matter, and the reference implementation's older keys are understood. */
export const taskEntry = (suiteName: string, taskName: string): TaskEntry => {
  const { tasks } = suite(suiteName);
  const wanted = taskName.toLowerCase();
  const known = tasks.find(({ name, aliases }) =>
    [name, ...aliases].some((spelling) => spelling.toLowerCase() === wanted),
  );
  return known ?? lookup('task', Object.fromEntries(tasks.map((entry) => [entry.name, entry])), taskName);
};
