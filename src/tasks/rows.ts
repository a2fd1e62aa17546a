import {
  type ErrorLocation,
  InputError,
  type InputProblem,
  type Json,
  type JsonObject,
  remark,
} from '../core/index.js';
import { fieldOf, idOf, malformed, parseJsonObject, quoted } from '../platform/formats/index.js';
import type { Line } from '../platform/node/index.js';

/** A row's place: the file, and the line or the row of the table, from 1. */
export type RowPlace = ErrorLocation & { readonly line: number };

/** What was accepted in a file's rows and its users should know: counts, raised while reading. */
export interface DataWarnings {
  numberIds: number;
  loneSurrogates: number;
  /** Labels that are not text. */
  otherLabels: number;
  /** Texts of a comma- or tab-separated file that hold line ends. */
  multiLineTexts: number;
}

export const noWarnings = (): DataWarnings => ({
  numberIds: 0,
  loneSurrogates: 0,
  otherLabels: 0,
  multiLineTexts: 0,
});

export const warningNotes = (file: string, warnings: DataWarnings): readonly string[] => [
  ...remark(warnings.numberIds, 'id is a number,', 'ids are numbers,', 'read as text', file),
  ...remark(warnings.loneSurrogates, 'text has', 'texts have', 'a lone surrogate, read as U+FFFD', file),
  ...remark(warnings.multiLineTexts, 'text is', 'texts are', 'quoted over several lines', file),
  ...remark(warnings.otherLabels, 'label is', 'labels are', 'not text and left out', file),
];

/** Reads a line; an error that names no fix gets one. */
export const explained = <T>(line: Line, shape: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const problem = error instanceof InputError ? error.details : tooDeep(line, error);
    if (problem.fix) throw error;
    const fix = line.text.trimStart().startsWith('[')
      ? `write one object per line, as ${shape}, not an array`
      : `write the line as ${shape}, or fetch the file again if it was cut short`;
    throw new InputError({ ...problem, fix }, { cause: error });
  }
};

/** JSON nested some thousand levels deep can be parsed, but not quoted in a message: the stack ends. */
const tooDeep = ({ file, line }: Line, error: unknown): InputProblem => {
  if (!(error instanceof RangeError)) throw error;
  return { at: { file, line }, found: 'a deeply nested value', expected: 'text' };
};

/** Reads the fields of a line that must be a JSON object such as `shape`. */
export const readRow = <T>(line: Line, shape: string, fields: (row: JsonObject) => T): T =>
  explained(line, shape, () => fields(parseJsonObject(line.text, line)));

export const idIn = (row: JsonObject, field: string, line: ErrorLocation, warnings: DataWarnings): string => {
  const value = fieldOf(row, [field], line);
  if (typeof value === 'number') warnings.numberIds += 1;
  return idOf(value, line);
};

/**
 * A text. JSON can spell half a surrogate pair, which no UTF-8 file or tokenizer can hold: it becomes U+FFFD, as when
 * such text is written.
 */
export const textIn = (row: JsonObject, field: string, line: ErrorLocation, warnings: DataWarnings): string =>
  wholeText(fieldOf(row, [field], line), field, line, warnings);

/** A list of one text or more. */
export const textsIn = (
  row: JsonObject,
  field: string,
  line: Line,
  warnings: DataWarnings,
): readonly [string, ...string[]] => {
  const value = fieldOf(row, [field], line);
  const texts = Array.isArray(value)
    ? value.map((item: Json, i) => wholeText(item, `${field}[${i}]`, line, warnings))
    : [];
  if (texts.length === 0)
    throw malformed(line, {
      found: `"${field}" is ${quoted(JSON.stringify(value)).slice(1, -1)}`,
      expected: 'a list of strings, at least one',
    });
  return texts as [string, ...string[]];
};

const wholeText = (value: Json, field: string, line: ErrorLocation, warnings: DataWarnings): string => {
  if (typeof value !== 'string')
    throw malformed(line, {
      found: `"${field}" is ${quoted(JSON.stringify(value)).slice(1, -1)}`,
      expected: 'a string',
      ...(value === null && { fix: 'write "" for an empty text' }),
    });
  const whole = value.toWellFormed();
  if (whole !== value) warnings.loneSurrogates += 1;
  // A quote that was meant as a sign takes in lines that belong to other rows: a user with such texts on purpose knows.
  if (separatorOf(line.file) && whole.includes('\n')) warnings.multiLineTexts += 1;
  return whole;
};

/** A label of a query: no score depends on it, so anything but text is left out. */
export const labelIn = (
  row: JsonObject,
  field: string | undefined,
  line: ErrorLocation,
  warnings: DataWarnings,
): string | undefined => {
  if (field === undefined) return undefined;
  const value = row[field];
  if (typeof value === 'string') return textIn(row, field, line, warnings);
  if (value !== undefined && value !== null) warnings.otherLabels += 1;
  return undefined;
};

export const isEmptyText = (text: string): boolean => !/\S/.test(text);

/** A file in which every line is blank, or which has none; a table without rows. */
export const emptyFile = (file: string, shape: string): InputError =>
  new InputError({
    at: { file },
    found: 'an empty file',
    expected: `one line or more, as ${shape}`,
    fix: 'fetch or copy the file again',
  });

/** What separates the fields of a `.csv` or `.tsv` file, packed or not; nothing for any other file. */
export const separatorOf = (file: string): ',' | '\t' | undefined => {
  if (/\.csv(\.gz)?$/.test(file)) return ',';
  return /\.tsv(\.gz)?$/.test(file) ? '\t' : undefined;
};
