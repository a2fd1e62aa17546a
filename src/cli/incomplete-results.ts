import { WorkError } from '../core/index.js';
import { incompleteLine, isIncomplete, type Result, type ResultRecord } from '../experiment/record/index.js';
import { sayLine } from '../platform/node/index.js';

/** Which results are not counted because they are incomplete, and how to count them. */
export const leftOutText = (records: readonly ResultRecord[], includeIncomplete = false): string =>
  [
    includeIncomplete
      ? 'Counted, although incomplete since work failed:'
      : 'Not counted, since work failed and they are incomplete (run them again, or add --include-incomplete):',
    ...records.map((record) => `  ${incompleteLine(record)}`),
  ].join('\n');

/** The same on stderr, also under --quiet: a reader must not take the rest for the whole, nor a part for a result. */
export const tellIncomplete = (results: readonly Result[], includeIncomplete = false): void => {
  const records = results.filter(isIncomplete).map(({ record }) => record);
  if (records.length > 0) sayLine(leftOutText(records, includeIncomplete));
};

/** The same for JSON: nothing where all results are complete. */
export const incompleteJson = (records: readonly ResultRecord[], includeIncomplete = false) => {
  const incomplete = records.flatMap((record) =>
    record.incomplete
      ? [
          {
            system: record.name,
            task: record.task.name,
            counted: includeIncomplete,
            incomplete: record.incomplete,
          },
        ]
      : [],
  );
  return incomplete.length > 0 ? { incomplete } : {};
};

/** For verbs that have nothing left to show. */
export const onlyIncomplete = (records: readonly ResultRecord[]): WorkError =>
  new WorkError(
    `only incomplete results:\n${records.map((record) => `  ${incompleteLine(record)}`).join('\n')}`,
    'run them again until they are complete, or add --include-incomplete',
  );
