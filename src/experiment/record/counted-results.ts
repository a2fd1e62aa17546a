import { incompleteText } from './incomplete.js';
import type { Result, ResultRecord } from './record.js';

export const isIncomplete = ({ record }: { readonly record: ResultRecord }): boolean =>
  record.incomplete !== undefined;

/** An incomplete result as a line: which task and system, and what is missing. */
export const incompleteLine = ({ name, task, incomplete }: ResultRecord): string =>
  `${task.name}: ${name}: ${incompleteText(incomplete ?? {})}`;

/** Results that means, ranks, tests and gates are made of, and those left out because they are incomplete. */
export const countedResults = <Each extends Result>(
  results: readonly Each[],
  includeIncomplete = false,
): { readonly counted: readonly Each[]; readonly left: readonly Each[] } => ({
  counted: results.filter((result) => includeIncomplete || !isIncomplete(result)),
  left: results.filter((result) => !includeIncomplete && isIncomplete(result)),
});
