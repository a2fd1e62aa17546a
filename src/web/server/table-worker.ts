import { type UncertaintyWork, uncertaintyWork } from '../../analysis/leaderboard/index.js';
import {
  DamagedResult,
  readColumns,
  type ScoreColumns,
  type StoredRecord,
} from '../../experiment/results/index.js';

/** Reads the scores of a result, or says why they are not what was sealed. */
export interface ColumnsWork {
  readonly read: Pick<StoredRecord, 'folder' | 'seal'>;
  readonly measures: readonly string[];
}

export type ReadScores =
  | { readonly columns: ScoreColumns; readonly problem?: never }
  | { readonly columns?: never; readonly problem: string };

export const readScores = ({ read, measures }: ColumnsWork): ReadScores => {
  try {
    return { columns: readColumns(read, measures) };
  } catch (error) {
    if (error instanceof DamagedResult) return { problem: error.message.split('\n', 1)[0]! };
    throw error;
  }
};

/** A thread that does what a table of many systems needs besides its records. */
export default () => (work: ColumnsWork | UncertaintyWork) =>
  'read' in work ? readScores(work) : uncertaintyWork(work);
