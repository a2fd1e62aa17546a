import type { ErrorLocation, Json } from '../../core/index.js';
import { decimal, gradeOf } from './numbers.js';
import { type JudgementRow, malformed, shownJson } from './rows.js';

/** How the grades of judgements are read. */
export interface GradeRule {
  read(value: Json, at: ErrorLocation): number;
  /** What a judgement without a grade counts; it is an error where this is absent. */
  readonly missing?: number;
}

/** Reads one line of a judgements file; its grade is a whole number unless another rule is given. */
export type JudgementParser = (text: string, at: ErrorLocation, rule?: GradeRule) => JudgementRow;

/** trec_eval's, and those of every task that is scored. */
export const WHOLE_GRADES: GradeRule = { read: gradeOf };

/** Any number, and 1 where there is none: what HAKARI-Bench builds from, which looks at the sign alone. */
export const ANY_GRADES: GradeRule = {
  read: (value, at) => {
    const grade = decimal(value);
    if (Number.isFinite(grade)) return grade + 0;
    throw malformed(at, {
      found: `grade ${shownJson(value)}`,
      expected: 'a number, above 0 for relevant',
      fix: 'write a number, or leave the grade out of a row that says relevant',
    });
  },
  missing: 1,
};
