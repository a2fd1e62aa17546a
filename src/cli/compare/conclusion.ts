import type { Verdict } from '../../analysis/comparison/index.js';
import { sayLine } from '../../platform/node/index.js';
import { type ShownTable, table } from '../../platform/tables/index.js';
import { writeJunit } from './junit.js';

/** Says the verdicts of a gate, writes them where the flags ask for it, and sets the exit code: 1 if one does not hold. */
export const concluded = async (
  verdicts: readonly Verdict[] | undefined,
  { junit, title = 'r2med' }: { readonly junit?: string; readonly title?: string },
): Promise<void> => {
  for (const { said, holds } of verdicts ?? []) {
    sayLine(said);
    if (!holds) process.exitCode = 1;
  }
  if (junit !== undefined && verdicts) await writeJunit(junit, title, verdicts);
};

/** The verdicts on a system that is compared with no other. */
export const verdictTable = (verdicts: readonly Verdict[]): ShownTable =>
  table(verdicts, [
    ['system', ({ system }) => system, 'left'],
    ['check', ({ check }) => check, 'left'],
    ['verdict', ({ holds }) => (holds ? 'holds' : 'fails'), 'left'],
  ]);
