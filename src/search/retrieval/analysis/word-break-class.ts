import { once } from '../../../core/index.js';
import { type CodePointTable, codePointTable } from './code-point-table.js';
// Classes of Lucene's StandardTokenizer as hexadecimal ranges, Unicode 12.1; made by scripts/tables/make.sh.
import ranges from './word-break.json' with { type: 'json' };

type ClassName = keyof typeof ranges;

/** What the word and emoji rules need to know of a character: its class, as a number; 0 is any other character. */
export const WORD_BREAK = Object.fromEntries(
  ['other', ...Object.keys(ranges)].map((name, number) => [name, number]),
) as Readonly<Record<ClassName | 'other', number>>;

export const wordBreakTable = once(
  (): CodePointTable =>
    codePointTable(Object.entries(ranges).map(([name, points]) => [points, WORD_BREAK[name as ClassName]])),
);
