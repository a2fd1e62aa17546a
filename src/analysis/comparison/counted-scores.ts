import { incompleteLine, isIncomplete, type ResultRecord } from '../../experiment/record/index.js';
import type { Gate } from './gate.js';
import type { SystemScores } from './system-scores.js';

/** The scores that a comparison counts. */
export interface CountedScores {
  readonly sides: readonly SystemScores[];
  /** Records that lack something because work failed, under the names of their systems; counted only where that was requested. */
  readonly incomplete: readonly ResultRecord[];
}

/** Systems without their incomplete results, unless these are to be counted. */
export const countedScores = (sides: readonly SystemScores[], includeIncomplete = false): CountedScores => ({
  sides: includeIncomplete
    ? sides
    : sides.map((side) => ({
        ...side,
        tasks: new Map([...side.tasks].filter(([, { record }]) => !record || !isIncomplete({ record }))),
      })),
  incomplete: sides.flatMap(({ name, tasks }) =>
    [...tasks.values()].flatMap(({ record }) =>
      record && isIncomplete({ record }) ? [{ ...record, name }] : [],
    ),
  ),
});

/** A gate does not hold where a result lacks something because work failed: what is missing might decide it. */
export const incompleteGates = (
  measure: string,
  incomplete: readonly ResultRecord[],
): readonly Pick<Gate, 'system' | 'measure' | 'holds' | 'said'>[] =>
  incomplete.map((record) => ({
    system: record.name,
    measure,
    holds: false,
    said: `fails: ${measure} of ${record.name} is not known, since a result is incomplete: ${incompleteLine(record)}`,
  }));
