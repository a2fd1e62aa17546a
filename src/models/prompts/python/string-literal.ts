import { own } from '../../../core/index.js';
/** A string literal of a Python file. */
export interface StringLiteral {
  /** Undefined for what is not a text that is there: f-strings, template strings, bytes. */
  readonly value: string | undefined;
  /** Of an f-string: the template that it is for `str.format`, which takes the same braces. */
  readonly template?: string;
  /** The place after its last quote. */
  readonly end: number;
}

/** What is wrong with a literal, and where. */
export interface Flaw {
  readonly flaw: string;
  readonly at: number;
}

const START = /([A-Za-z]{0,2})('''|"""|'|")/y;
const PREFIXES = new Set(['', 'r', 'u', 'b', 'br', 'rb', 'f', 'fr', 'rf', 't', 'tr', 'rt']);

/** Reads the string literal that begins at a place; undefined where none does. */
export const readString = (source: string, at: number): StringLiteral | Flaw | undefined => {
  START.lastIndex = at;
  const [whole, prefix = '', quote = ''] = START.exec(source) ?? [];
  const kind = prefix.toLowerCase();
  if (whole === undefined || !PREFIXES.has(kind)) return undefined;
  const raw = kind.includes('r');
  const begin = at + whole.length;
  const end = endOf(source, begin, quote);
  if (end === undefined) return { flaw: 'a string that is not closed', at };
  const body = source.slice(begin, end);
  const after = end + quote.length;
  if (/[bt]/.test(kind)) return { value: undefined, end: after };
  const value = raw ? body : unescaped(body);
  // What is wrong in an f-string is nobody's concern where it is not read.
  if (kind.includes('f'))
    return { value: undefined, end: after, ...(typeof value === 'string' && { template: value }) };
  return typeof value === 'string' ? { value, end: after } : { flaw: value.flaw, at: begin + value.at };
};

/** A backslash keeps the quote after it from closing, in raw strings too. */
const endOf = (source: string, begin: number, quote: string): number | undefined => {
  for (let i = begin; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source.startsWith(quote, i)) return i;
    else if (source[i] === '\n' && quote.length === 1) return undefined;
  }
  return undefined;
};

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Escapes as Python reads them; an unknown one stays as it is. */
const unescaped = (body: string): string | Flaw => {
  let text = '';
  for (let i = 0; i < body.length; i++) {
    if (body[i] !== '\\') {
      text += body[i];
      continue;
    }
    const mark = body[i + 1] ?? '';
    const octal = /^[0-7]{1,3}/.exec(body.slice(i + 1, i + 4))?.[0];
    const digits = own(HEX_DIGITS, mark);
    if (octal) {
      text += String.fromCodePoint(Number.parseInt(octal, 8));
      i += octal.length;
    } else if (digits) {
      const code = body.slice(i + 2, i + 2 + digits);
      if (code.length < digits || !/^[0-9a-fA-F]+$/.test(code) || Number.parseInt(code, 16) > 0x10ffff)
        return { flaw: `an escape \\${mark} without its ${digits} digits`, at: i };
      text += String.fromCodePoint(Number.parseInt(code, 16));
      i += 1 + digits;
    } else if (mark === 'N') {
      return { flaw: 'a character by its name (\\N{…}), which is not read here', at: i };
    } else {
      text += own(SIMPLE, mark) ?? `\\${mark}`;
      i += 1;
    }
  }
  return text;
};
