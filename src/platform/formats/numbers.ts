import type { ErrorLocation, Json } from '../../core/index.js';
import { type JudgementRow, malformed, shownJson } from './rows.js';

/** Decimal notation only: `Number` would also take "", "0x1F" and "Infinity". */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number in decimal notation; NaN for anything else. */
export const decimal = (value: Json): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN;
};

/** Powers of ten that are exact, as a quotient of two whole numbers below 2^53 is: rounded once, as `Number` rounds. */
const TENS = Array.from({ length: 16 }, (_, i) => 10 ** i);

/** The number in a part of a text, where it has few digits and no exponent; NaN for any other: several times as fast as cutting it out. */
export const shortDecimal = (text: string, start: number, end: number): number => {
  const isNegative = text.charCodeAt(start) === MINUS;
  let value = 0;
  let digits = 0;
  let point = end - 1;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9 && digits < TENS.length - 1) {
      value = 10 * value + digit;
      digits++;
    } else if (digit === POINT && point === end - 1) point = i;
    else return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  value /= TENS[end - 1 - point]!;
  return isNegative ? -value : value;
};

const ZERO = 48;
const MINUS = 45;
const POINT = 46 - ZERO;

/** A retrieval score from text or JSON: any finite number; numbers in JSON strings are accepted. */
export const scoreOf = (value: Json, at: ErrorLocation): number => {
  const score = decimal(value);
  if (Number.isFinite(score)) return score;
  throw malformed(at, {
    found: `score ${shownJson(value)}`,
    expected: 'a finite decimal number',
    fix: 'leave out hits without a score',
  });
};

/**
 * A grade from text or JSON: a whole number, "2.0" included. trec_eval would cut 0.7 to 0 without a word, so a
 * fraction is an error here.
 */
export const gradeOf = (value: Json, at: ErrorLocation): number => {
  const grade = decimal(value);
  // Adding 0 turns -0 into 0.
  if (Number.isSafeInteger(grade)) return grade + 0;
  throw malformed(at, {
    found: `grade ${shownJson(value)}`,
    expected: 'a whole number, 1 or more for relevant',
  });
};

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
