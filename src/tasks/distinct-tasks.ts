import { InputError, type Task } from '../core/index.js';

/** Two folders of one name would overwrite each other's files. */
export const mustDiffer = (tasks: readonly Task[]): void => {
  const names = tasks.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated)
    throw new InputError({
      found: `two tasks named "${repeated}"`,
      expected: 'different names: records are saved by name',
      fix: 'rename one of the folders, or run them with different --out',
    });
};
