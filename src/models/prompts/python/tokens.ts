import { InputError, LIMITS } from '../../../core/index.js';
import { readString } from './string-literal.js';

export interface Token {
  readonly kind: 'name' | 'text' | 'format' | 'number' | 'mark' | 'other';
  /** The name, the mark, what a string says, or the template that an f-string is. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** One statement of a Python file that begins at its left edge, as tokens. */
export type Statement = readonly Token[];

const SPACE = /[ \t\f\v]+|\\\n|#[^\n]*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?)[jJ]?/y;
/** The statements of a Python file. Nothing is run; what lies within classes and functions is left out unless it is asked for. */
export const statementsOf = (content: string, file: string, within = false): readonly Statement[] => {
  const source = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const statements: Token[][] = [];
  let current: Token[] = [];
  let [depth, line, atEdge] = [0, 1, true];
  const close = (): void => {
    if (current.length > 0) statements.push(current);
    current = [];
  };
  for (let i = 0; i < source.length; ) {
    const begin = i;
    const taken = (pattern: RegExp): string => {
      pattern.lastIndex = i;
      return pattern.exec(source)?.[0] ?? '';
    };
    const space = taken(SPACE);
    if (space) {
      if (depth === 0 && current.length === 0 && !space.startsWith('#')) atEdge = false;
      i += space.length;
    } else if (source[i] === '\n') {
      if (depth === 0) {
        close();
        atEdge = true;
      }
      i += 1;
    } else {
      const token = tokenAt(source, i, line, taken, file);
      const { kind, text } = token;
      i = token.end;
      if (kind === 'mark' && '([{'.includes(text)) depth += 1;
      if (kind === 'mark' && ')]}'.includes(text)) depth = Math.max(0, depth - 1);
      if (depth > LIMITS.pythonLevels.most) throw flaw(file, line, 'brackets in brackets without end');
      if (kind === 'mark' && text === ';' && depth === 0) close();
      else if (atEdge || within) current.push({ kind, text, line });
    }
    line += source.slice(begin, i).split('\n').length - 1;
  }
  close();
  return statements;
};

const tokenAt = (
  source: string,
  at: number,
  line: number,
  taken: (pattern: RegExp) => string,
  file: string,
): Omit<Token, 'line'> & { readonly end: number } => {
  const string = readString(source, at);
  if (string && 'flaw' in string)
    throw flaw(file, line + source.slice(at, string.at).split('\n').length - 1, string.flaw);
  if (string)
    return {
      kind: string.value !== undefined ? 'text' : string.template !== undefined ? 'format' : 'other',
      text: string.value ?? string.template ?? '',
      end: string.end,
    };
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
  ] as const) {
    const text = taken(pattern);
    if (text) return { kind, text, end: at + text.length };
  }
  const mark = String.fromCodePoint(source.codePointAt(at)!);
  return { kind: 'mark', text: mark, end: at + mark.length };
};

export const flaw = (file: string, line: number, found: string): InputError =>
  new InputError({
    at: { file, line },
    found,
    expected: 'tables of plain strings: quotes, +, brackets, dictionaries, .format with plain values',
    fix: 'take the file from an unchanged clone of the reference',
  });
