import { type ErrorLocation, LIMITS, limitText } from '../../core/index.js';
import { malformed, quoted } from './rows.js';

/** Cells of one record, and the line it begins in. */
export interface DelimitedRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Takes a table's lines, without their ends, one by one. */
export interface DelimitedReader {
  /** The record that ends in this line; nothing while a quoted field goes on. */
  add(text: string, line: number): DelimitedRecord | undefined;
  finish(): void;
}

/** What separates the fields of a table. */
export type Separator = ',' | '\t' | ';';

const QUOTES =
  'put fields that hold a quote in double quotes, and write the quotes inside twice: "a ""b"" c"';

/** The same for a table that knows no quotes: every line is a record, and every quote a sign. */
export const plainReader = (separator: Separator): DelimitedReader => ({
  add: (text, line) => ({ cells: text.split(separator), line }),
  finish() {},
});

/**
 * Values between commas, tabs or semicolons as RFC 4180 has them: a field in double quotes may hold separators, line ends (read as \n) and, written
 * twice, quotes. A quote inside a field that does not begin with one is a sign like any other.
 */
export const delimitedReader = (file: string, separator: Separator): DelimitedReader => {
  let cells: string[] = [];
  let began = 0;
  /** What was read of a quoted field that is open. */
  let open: string[] | undefined;
  let openedIn = 0;

  const unclosed = (found: string) =>
    malformed({ file, line: openedIn } satisfies ErrorLocation, {
      found,
      expected: 'a closing quote before a separator or a line end',
      fix: QUOTES,
    });

  /** Reads on in a quoted field; where it ends, or -1 if this line does not end it. */
  const readQuoted = (text: string, from: number, pieces: string[]): number => {
    for (let at = from; ; ) {
      const quote = text.indexOf('"', at);
      pieces.push(quote < 0 ? text.slice(at) : text.slice(at, quote));
      if (quote < 0) return -1;
      if (text[quote + 1] !== '"') return quote + 1;
      pieces.push('"');
      at = quote + 2;
    }
  };

  return {
    add(text, line) {
      if (open) open.push('\n');
      else if (cells.length === 0) began = line;
      for (let at = 0; ; ) {
        if (!open && text[at] === '"') {
          open = [];
          openedIn = line;
          at++;
        }
        if (open) {
          const end = readQuoted(text, at, open);
          // A quote that was meant as a sign would otherwise take in the rest of the file.
          if (end < 0 && line - openedIn >= LIMITS.quotedField.most)
            throw unclosed(`a quoted field of more than ${limitText(LIMITS.quotedField)}`);
          if (end < 0) return undefined;
          if (end < text.length && text[end] !== separator)
            throw malformed(
              { file, line },
              {
                found: `${quoted(text.slice(end))} behind the closing quote of a field`,
                expected: 'a separator or the end of the line',
                fix: QUOTES,
              },
            );
          cells.push(open.join(''));
          open = undefined;
          at = end + 1;
          if (end < text.length) continue;
        } else {
          const end = text.indexOf(separator, at);
          cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
          at = end + 1;
          if (end >= 0) continue;
        }
        const record = { cells, line: began };
        cells = [];
        return record;
      }
    },
    finish() {
      if (open) throw unclosed('a quoted field that does not end');
    },
  };
};
