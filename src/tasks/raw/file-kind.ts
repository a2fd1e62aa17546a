import { isJsonObject, type Json } from '../../core/index.js';
import { columnsOf, decimal, recordElement } from '../../platform/formats/index.js';
import { readLineBlocks } from '../../platform/node/index.js';
import { isParquet } from '../file-rows.js';
import { type DelimitedKind, delimitedKind } from './delimited-kind.js';

/** What a file with rows is, whatever its name: found by how it begins. */
export type FileKind =
  | { readonly kind: 'parquet' | 'jsonl' | 'json' | 'trec' | 'text' }
  /** Each record is an element of this name. */
  | { readonly kind: 'markup'; readonly element: string }
  | DelimitedKind;

/** More than a reader needs to see to tell what a file is. */
const HEAD_CHARACTERS = 1 << 16;

/** The columns of TREC's judgements. */
export const TREC_COLUMNS = ['query', 'iteration', 'document', 'grade'] as const;

/** Finds out what a file is; nothing for an empty one. `named` are columns that the user says it has. */
export const fileKind = async (
  file: string,
  named: readonly string[] = [],
): Promise<FileKind | undefined> => {
  if (isParquet(file)) return { kind: 'parquet' };
  const head = await headOf(file);
  const first = head.trimStart()[0];
  if (first === undefined) return undefined;
  if (first === '<') {
    const element = recordElement(head);
    return element === undefined ? { kind: 'text' } : { kind: 'markup', element };
  }
  if (first === '[') return { kind: 'json' };
  const lines = wholeLines(head);
  if (first === '{') return { kind: /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(file) ? 'jsonl' : jsonKind(lines) };
  if (lines.every(isTrecJudgement)) return { kind: 'trec' };
  return delimitedKind(file, lines, named) ?? { kind: 'text' };
};

/** The text that a file begins with. */
const headOf = async (file: string): Promise<string> => {
  for await (const { text } of readLineBlocks(file)) return text.slice(0, HEAD_CHARACTERS);
  return '';
};

/** Lines that are not blank, without one that the head cuts off. */
const wholeLines = (head: string): readonly string[] => {
  const lines = head.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const whole = head.length < HEAD_CHARACTERS || lines.length === 1 ? lines : lines.slice(0, -1);
  return whole.filter((line) => line.trim() !== '');
};

/** One object per line, or one JSON value: an object that holds the rows, or one over several lines. */
const jsonKind = ([first = '', second]: readonly string[]): 'json' | 'jsonl' => {
  const row = parsed(first);
  if (row === undefined) return /^\s*\{\s*(?:"[^"]*"\s*:\s*(?:[{[].*)?)?$/.test(first) ? 'json' : 'jsonl';
  if (second !== undefined) return 'jsonl';
  const values = isJsonObject(row) ? Object.values(row) : [];
  const lists = values.filter((value) => Array.isArray(value) && value.some(isJsonObject));
  return values.length > 0 && (values.every(isJsonObject) || lists.length === 1) ? 'json' : 'jsonl';
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const isTrecJudgement = (line: string): boolean => {
  try {
    const [, iteration, , grade] = columnsOf(line, TREC_COLUMNS, { file: '' });
    return /^(?:Q?\d+)$/i.test(iteration!) && Number.isFinite(decimal(grade!));
  } catch {
    return false;
  }
};
