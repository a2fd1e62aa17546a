import type { DocId, ErrorLocation, Grades, Judgements, QueryId } from '../../core/index.js';
import { type JudgementRow, malformed, quoted } from './rows.js';

/** Judgements gathered row by row, in file order. */
export interface JudgementTable {
  add(row: JudgementRow, at: ErrorLocation): void;
  readonly judgements: Judgements;
  /** Rows that repeat an earlier row with the same grade. */
  readonly repeated: number;
  /** Rows that gave a pair another grade than an earlier row; the highest counts. */
  readonly regraded: number;
}

/** An empty table. A pair judged twice with different grades is an error that names both lines, or keeps the highest. */
export const judgementTable = (regrading: 'error' | 'highest' = 'error'): JudgementTable => {
  const judgements = new Map<QueryId, Map<DocId, number>>();
  /** Lines, not places: those may carry their text. */
  const lines = new Map<Grades, Map<DocId, number | undefined>>();
  let repeated = 0;
  let regraded = 0;
  return {
    judgements,
    get repeated() {
      return repeated;
    },
    get regraded() {
      return regraded;
    },
    add({ queryId, docId, grade }, at) {
      let grades = judgements.get(queryId);
      if (!grades) {
        grades = new Map();
        judgements.set(queryId, grades);
        lines.set(grades, new Map());
      }
      const seen = grades.get(docId);
      if (seen === undefined) {
        grades.set(docId, grade);
        lines.get(grades)!.set(docId, at.line);
      } else if (seen === grade) repeated++;
      else if (regrading === 'highest') {
        regraded++;
        grades.set(docId, Math.max(seen, grade));
      } else {
        const first = lines.get(grades)!.get(docId);
        throw malformed(at, {
          found: `grade ${grade} for query ${quoted(queryId)} and document ${quoted(docId)}, graded ${seen} in line ${first}`,
          expected: 'one grade per query and document',
          fix: 'delete one of the two lines',
        });
      }
    },
  };
};
