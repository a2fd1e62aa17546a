import type { Command } from 'commander';
import { printableLine, withoutSecrets } from '../core/index.js';
import type { PlannedRun } from '../experiment/plans/index.js';

/** The flags that a user gave, without the defaults of those that were not. */
export const givenFlags = <Flags extends object>(flags: Flags, command: Command): Partial<Flags> =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  ) as Partial<Flags>;

/** What would run, a line each, in order; for `--dry-run`. */
export const planLines = (runs: readonly PlannedRun[], tasks: readonly string[]): readonly string[] =>
  tasks.flatMap((task) =>
    runs.map(({ name, system }) => {
      const shown = withoutSecrets(name === system ? name : `${name} = ${system}`);
      return printableLine(`${task}: ${shown}`);
    }),
  );
