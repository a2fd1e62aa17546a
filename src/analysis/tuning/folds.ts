import { counted, InputError, type Query, shuffled, type Task } from '../../core/index.js';

/** How the queries that settings are chosen with are kept apart from those that are reported on. */
export type Validation =
  /** Parts of the queries of every task, so many. */
  | { readonly by: 'queries'; readonly folds: number; readonly seed: number }
  /** Each task in turn is left out. */
  | { readonly by: 'task' }
  /** They are not: the score is of the queries that were tuned on. */
  | { readonly by: 'same queries' };

/** The parts that are left out in turn: a name for each, and which one each query of each task is in. */
export interface Folds {
  readonly names: readonly string[];
  /** By task, then by query id. */
  readonly partOf: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Puts queries into parts. Queries with the same text are in the same part, whatever their task: one would tell of the other. */
export const foldsOf = (tasks: readonly Pick<Task, 'name' | 'queries'>[], validation: Validation): Folds => {
  if (validation.by === 'task') return taskFolds(tasks);
  if (validation.by === 'same queries') return { names: ['all'], partOf: parts(tasks, () => 0) };
  const { folds, seed } = validation;
  for (const { name, queries } of tasks) {
    const texts = new Set(queries.map(({ text }) => text)).size;
    if (texts < folds)
      throw new InputError({
        found: `${folds} folds for the ${queries.length} queries of ${name}${texts < queries.length ? `, which have ${counted(texts, 'text')}` : ''}`,
        expected: 'at least one query in every fold',
        fix: 'take fewer folds, or leave one task out at a time: --leave-one-task-out',
      });
  }
  const partOfText = new Map<string, number>();
  // Each task goes on where the one before ended, so that parts are of equal size overall too.
  let next = 0;
  for (const { queries } of tasks)
    for (const { text } of shuffled(queries, seed))
      if (!partOfText.has(text)) partOfText.set(text, next++ % folds);
  return {
    names: Array.from({ length: folds }, (_, i) => String(i + 1)),
    partOf: parts(tasks, ({ text }) => partOfText.get(text)!),
  };
};

const taskFolds = (tasks: readonly Pick<Task, 'name' | 'queries'>[]): Folds => {
  if (tasks.length < 2)
    throw new InputError({
      found: 'one task to leave out',
      expected: 'two tasks or more',
      fix: 'name more tasks, or keep queries of the one apart: --folds 5',
    });
  const owner = new Map<string, string>();
  for (const { name, queries } of tasks)
    for (const { text } of queries) {
      const other = owner.get(text) ?? name;
      if (other !== name)
        throw new InputError({
          found: `a query of ${name} in ${other} too: to leave ${name} out would still tune on it`,
          fix: 'leave one of the two tasks out of the command, or keep queries apart: --folds 5',
        });
      owner.set(text, name);
    }
  const names = tasks.map(({ name }) => name);
  return { names, partOf: parts(tasks, (_query, task) => names.indexOf(task)) };
};

const parts = (
  tasks: readonly Pick<Task, 'name' | 'queries'>[],
  partOf: (query: Query, task: string) => number,
): Folds['partOf'] =>
  new Map(
    tasks.map(({ name, queries }) => [
      name,
      new Map(queries.map((query) => [query.id, partOf(query, name)])),
    ]),
  );
