import { type ErrorLocation, LIMITS, limitText, own } from '../../core/index.js';
import { malformed, quoted, shownJson } from './rows.js';

/**
 * A JSON value in which every part knows its line and objects keep repeated and number-like keys in file order.
 * `JSON.parse` does neither: of two equal keys it keeps the last without a word.
 */
export type JsonTree = JsonBranch | JsonList | JsonLeaf;

export interface JsonBranch {
  readonly line: number;
  readonly entries: readonly (readonly [key: string, tree: JsonTree])[];
}

/** Lists are known by their length only; no format here has them inside one JSON value. */
export interface JsonList {
  readonly line: number;
  readonly length: number;
}

export interface JsonLeaf {
  readonly line: number;
  readonly value: string | number | boolean | null;
}

/** More than a message quotes. */
const LONGEST_REST = 200;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The last three are Python's, not JSON's; they are read here so that the error can name the document. */
const WORD = /true|false|null|NaN|-?Infinity/y;
const WORDS: Readonly<Record<string, boolean | number | null>> = {
  true: true,
  false: false,
  null: null,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** Reads a text that is one JSON value. */
export const parseJsonTree = (text: string, file: string): JsonTree => {
  let position = 0;
  let line = 1;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) position += found.length;
    return found;
  };

  const skipSpace = (): void => {
    for (; position < text.length; position++) {
      const unit = text.charCodeAt(position);
      if (unit === NEWLINE) line++;
      else if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0d) return;
    }
  };

  const fail = (expected: string): never => {
    const at: ErrorLocation = { file, line };
    const [rest = ''] = text.slice(position, position + LONGEST_REST).split('\n', 1);
    throw malformed(at, {
      found: position >= text.length ? 'the end of the file' : quoted(rest),
      expected: `${expected} of JSON`,
      fix: 'write the file again; it may have been cut short',
    });
  };

  /** Takes the sign if it comes next. */
  const takeSign = (sign: string): boolean => {
    skipSpace();
    if (text[position] !== sign) return false;
    position++;
    return true;
  };

  const readString = (): string => {
    skipSpace();
    if (text[position] !== '"') fail('a string in double quotes');
    // A loop, because a regular expression would need stack for every character of a long string.
    let end = position + 1;
    let escaped = false;
    for (let unit = text.charCodeAt(end); unit !== QUOTE; unit = text.charCodeAt(++end)) {
      if (!(unit >= 0x20)) fail('a string in double quotes on one line');
      if (unit === BACKSLASH) {
        escaped = true;
        end++;
      }
    }
    const literal = text.slice(position, end + 1);
    const content = escaped ? (unescaped(literal) ?? fail('a valid escape')) : literal.slice(1, -1);
    position = end + 1;
    return content;
  };

  const readValue = (depth: number): JsonTree => {
    skipSpace();
    // Deeper than any known file (MTEB's predictions have 4 levels) and far from the end of the stack.
    if (depth > LIMITS.jsonLevels.most) fail(`at most ${limitText(LIMITS.jsonLevels)}`);
    const here = line;
    const first = text[position];
    if (first === '{') return { line: here, entries: readEntries(depth) };
    if (first === '[') return { line: here, length: readList(depth) };
    if (first === '"') return { line: here, value: readString() };
    const word = take(WORD);
    if (word !== undefined) return { line: here, value: own(WORDS, word)! };
    return { line: here, value: Number(take(NUMBER) ?? fail('a value')) };
  };

  const readEntries = (depth: number): JsonBranch['entries'] => {
    const entries: [string, JsonTree][] = [];
    takeSign('{');
    if (takeSign('}')) return entries;
    do {
      const key = readString();
      if (!takeSign(':')) fail('":"');
      entries.push([key, readValue(depth + 1)]);
    } while (takeSign(','));
    if (!takeSign('}')) fail('"," or "}"');
    return entries;
  };

  const readList = (depth: number): number => {
    let length = 0;
    takeSign('[');
    if (takeSign(']')) return length;
    do {
      readValue(depth + 1);
      length++;
    } while (takeSign(','));
    if (!takeSign(']')) fail('"," or "]"');
    return length;
  };

  const tree = readValue(0);
  skipSpace();
  if (position < text.length) fail('the end of the file, after one value');
  return tree;
};

const unescaped = (literal: string): string | undefined => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
};

export const isBranch = (tree: JsonTree): tree is JsonBranch => 'entries' in tree;
export const isLeaf = (tree: JsonTree): tree is JsonLeaf => 'value' in tree;

/** A part of a tree as it may be in a message. */
export const shownTree = (tree: JsonTree): string => {
  if (isBranch(tree)) return 'an object';
  return isLeaf(tree) ? shownJson(tree.value) : `a list of ${tree.length}`;
};
