import {
  type DocId,
  type ErrorLocation,
  InputError,
  type InputProblem,
  type Json,
  LIMITS,
  limitText,
  type QueryId,
  shortened,
} from '../../core/index.js';

/** One line of a judgements file. */
export interface JudgementRow {
  readonly queryId: QueryId;
  readonly docId: DocId;
  readonly grade: number;
  /** The aspect of the query that was judged, in files that have a column for it. */
  readonly aspect?: string;
  /** The row had no grade, and got what the rule gives it. */
  readonly ungraded?: true;
}

/** One line of a run file. */
export interface HitRow {
  readonly queryId: QueryId;
  readonly docId: DocId;
  readonly score: number;
}

/** Reads one line, or throws an `InputError` that says where, what was found and what was expected. */
export type LineParser<Row> = (text: string, at: ErrorLocation) => Row;

/** The error for a line: `at` is reduced to file and line, whatever else the caller's object carries. */
export const malformed = (at: ErrorLocation, problem: Omit<InputProblem, 'at'>): InputError =>
  new InputError({ at: { file: at.file, ...(at.line !== undefined && { line: at.line }) }, ...problem });

/** Refuses a table that would make each row an object of millions of fields. */
export const mustBeColumns = (count: number, at: ErrorLocation): void => {
  if (count > LIMITS.columns.most)
    throw malformed(at, {
      found: `${count} columns`,
      expected: `at most ${limitText(LIMITS.columns)}`,
      fix: 'check the separator and the line ends, or write the table with one row per line',
    });
};

const LONGEST_QUOTE = 60;

/** Input as it may be in a message: on one line, escaped and not too long. */
export const quoted = (text: string): string => JSON.stringify(shortened(text, LONGEST_QUOTE));

/** A JSON value as it may be in a message. */
export const shownJson = (value: Json): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return String(value);
  try {
    return shortened(JSON.stringify(value), LONGEST_QUOTE);
  } catch {
    // What JSON.parse can read, JSON.stringify cannot always write: its stack ends some thousand levels down.
    return 'a deeply nested value';
  }
};
