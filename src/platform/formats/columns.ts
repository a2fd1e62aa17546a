import type { ErrorLocation } from '../../core/index.js';
import { malformed, quoted } from './rows.js';

/** What C's `isspace` separates columns by; other Unicode spaces belong to ids, as they do in trec_eval. */
const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

/**
 * The columns of a TREC line. Between tabs when that gives the wanted number of columns, so that ids may hold spaces;
 * between runs of white space otherwise.
 */
export const columnsOf = (text: string, names: readonly string[], at: ErrorLocation): readonly string[] => {
  if (text.includes('\t')) {
    const cells = text.split('\t').map(trimmed);
    if (cells.length === names.length && cells.every((cell) => cell !== '')) return cells;
  }
  const cells = words(text);
  if (cells.length === names.length) return cells;
  throw malformed(at, {
    found: `${cells.length} ${cells.length === 1 ? 'column' : 'columns'} in ${quoted(text)}`,
    expected: `${names.length}: ${names.join(' ')}`,
    ...(cells.length > names.length && { fix: 'if ids hold spaces, separate the columns by tabs' }),
  });
};

/** Without the white space that pads columns; other Unicode spaces may belong to an id. */
export const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

/**
 * Where columns between blanks begin and end in a part of a text, one after the other in `edges`; whether there are as many as it has room for, and no other
 * white space or control character: then `columnsOf` gives the same.
 */
export const plainColumns = (text: string, start: number, end: number, edges: Int32Array): boolean => {
  let found = 0;
  let isInside = false;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20) return false;
    if ((unit === 0x20) !== isInside) continue;
    if (found === edges.length) return false;
    edges[found++] = i;
    isInside = !isInside;
  }
  if (isInside) edges[found++] = end;
  return found === edges.length;
};

const words = (text: string): string[] => {
  const found: string[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (isSpace(text.charCodeAt(i))) {
      if (start >= 0) found.push(text.slice(start, i));
      start = -1;
    } else if (start < 0) start = i;
  }
  if (start >= 0) found.push(text.slice(start));
  return found;
};
