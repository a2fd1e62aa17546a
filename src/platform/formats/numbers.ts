import type { ErrorLocation, Json } from '../../core/index.js';
import { malformed, shownJson } from './rows.js';

/** Decimal notation only: `Number` would also take "", "0x1F" and "Infinity". */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number in decimal notation; NaN for anything else. */
export const decimal = (value: Json): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN;
};

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
