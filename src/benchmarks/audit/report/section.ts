/** A part of a report under a heading: what terminal and Markdown show alike. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | RowsBlock;

/** A table of short cells, the last of which is a text that may be long. */
export interface RowsBlock {
  readonly kind: 'rows';
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const list = (items: readonly string[]): Block => ({ kind: 'list', items });
/** A table; its last column is text, the others are short. */
export const rows = (headings: readonly string[], cells: readonly (readonly string[])[]): RowsBlock => ({
  kind: 'rows',
  headings,
  rows: cells,
});

export { share, signed, valueText } from '../../../platform/tables/index.js';

/** 1,234. */
export const count = (value: number): string => value.toLocaleString('en');

/** "1 query", "3 queries": the plural is given. */
export const counted = (value: number, plural: string): string =>
  `${count(value)} ${value === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural}`;

/** "0.120 to 0.340". */
export const intervalText = (
  [low, high]: readonly [number, number],
  text: (value: number) => string,
): string => `${text(low)} to ${text(high)}`;
