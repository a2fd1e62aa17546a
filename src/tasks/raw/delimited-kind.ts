import {
  type DelimitedReader,
  decimal,
  delimitedReader,
  plainReader,
  type Separator,
} from '../../platform/formats/index.js';
import { isHeading } from '../columns/headings.js';

/** A table of values between separators. */
export interface DelimitedKind {
  readonly kind: 'delimited';
  readonly separator: Separator;
  /** Whether fields may be in double quotes. */
  readonly quotes: boolean;
  /** Whether the first row names the columns. */
  readonly header: boolean;
}

/** How Excel says which separator follows. */
const SEPARATOR_LINE = /^sep=([,;\t])$/i;

export const isSeparatorLine = (line: string): boolean => SEPARATOR_LINE.test(line);

export const readerOf = (
  file: string,
  { separator, quotes }: Pick<DelimitedKind, 'separator' | 'quotes'>,
): DelimitedReader => (quotes ? delimitedReader(file, separator) : plainReader(separator));

/** What table lines are of; nothing where they have no separator. `named` are columns that the user says it has. */
export const delimitedKind = (
  file: string,
  lines: readonly string[],
  named: readonly string[] = [],
): DelimitedKind | undefined => {
  const said = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1] as Separator | undefined;
  const rows = said ? lines.slice(1) : lines;
  const separator = said ?? separatorIn(file, rows);
  if (separator === undefined) return undefined;
  const quoted = recordsIn(file, rows, { separator, quotes: true });
  const header = isHeader(quoted ?? recordsIn(file, rows, { separator, quotes: false })!, named);
  // Tab-separated texts without headings come from programs, which do not quote; with headings from spreadsheets, which do.
  const quotes = separator !== '\t' || (quoted !== undefined && (header || isQuoted(rows)));
  return { kind: 'delimited', separator, quotes, header };
};

/** A separator that makes as many columns in every line, else the one that the first line has most of. */
const separatorIn = (file: string, lines: readonly string[]): Separator | undefined => {
  const separators: readonly Separator[] = ['\t', ';', ','];
  const tried = separators.map((separator) => {
    const widths = new Set(
      (recordsIn(file, lines, { separator, quotes: true }) ?? []).map(({ length }) => length),
    );
    const plain = new Set(lines.map((line) => line.split(separator).length));
    const even = widths.size === 1 || (separator === '\t' && plain.size === 1);
    return { separator, even, count: lines[0]!.split(separator).length - 1 };
  });
  const there = tried.filter(({ count }) => count > 0);
  const best = (among: typeof there) =>
    among.reduce<(typeof there)[number] | undefined>(
      (most, each) => (most && most.count >= each.count ? most : each),
      undefined,
    );
  const tabs = there.find(({ separator, even }) => separator === '\t' && even);
  return (tabs ?? best(there.filter(({ even }) => even)) ?? best(there))?.separator;
};

/** The records in lines; nothing where a quote is out of place. A record that goes on is left out. */
const recordsIn = (
  file: string,
  lines: readonly string[],
  how: Pick<DelimitedKind, 'separator' | 'quotes'>,
): readonly (readonly string[])[] | undefined => {
  const reader = readerOf(file, how);
  try {
    return lines.flatMap((line, i) => {
      const record = reader.add(line, i + 1);
      return record ? [record.cells] : [];
    });
  } catch {
    return undefined;
  }
};

/** Whether fields are in quotes as a spreadsheet puts them, and not texts that begin with one. */
const isQuoted = (lines: readonly string[]): boolean =>
  lines.some((line) => line.split('\t').some((cell) => /^".*"$/s.test(cell)));

const LONGEST_HEADING = 60;
const LONG_TEXT = 20;
const TIMES_LONGER = 3;

/** Whether the first of some records names columns: by its words, or because what follows is of another kind. */
const isHeader = (
  [first = [], ...rest]: readonly (readonly string[])[],
  named: readonly string[],
): boolean => {
  const cells = first.map((cell) => cell.trim());
  if (cells.some((cell) => named.includes(cell) && !isNumber(cell))) return true;
  if (cells.some((cell) => cell.length > LONGEST_HEADING || isNumber(cell))) return false;
  if (cells.some(isHeading)) return true;
  return (
    rest.length > 0 &&
    cells.some((cell, i) => {
      const below = rest.map((record) => record[i] ?? '');
      const mean = below.reduce((sum, each) => sum + each.length, 0) / below.length;
      return below.every(isNumber) || mean > Math.max(LONG_TEXT, TIMES_LONGER * cell.length);
    })
  );
};

const isNumber = (text: string): boolean => Number.isFinite(decimal(text.trim()));
