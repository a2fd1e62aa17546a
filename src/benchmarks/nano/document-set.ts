import type { DocId } from '../../core/index.js';
import type { Row } from './corpus-rows.js';

/** The documents kept so far: each id once, each text once, never more than there is room for. */
export interface DocumentSet {
  readonly rows: readonly Row[];
  /** How many more fit. */
  readonly room: number;
  /** Rows that came while there was room and repeated the text of a kept one under another id. */
  readonly repeatedTexts: number;
  has(row: Pick<Row, 'id' | 'text'>): boolean;
  /** Keeps the row if it may; says whether it did. */
  keep(row: Row): boolean;
}

export const documentSet = (limit: number): DocumentSet => {
  const rows: Row[] = [];
  const ids = new Set<DocId>();
  const texts = new Set<string>();
  let repeatedTexts = 0;
  return {
    rows,
    get room() {
      return limit - rows.length;
    },
    get repeatedTexts() {
      return repeatedTexts;
    },
    has: ({ id, text }) => ids.has(id) || texts.has(text),
    keep: (row) => {
      if (rows.length >= limit || ids.has(row.id)) return false;
      if (texts.has(row.text)) {
        repeatedTexts++;
        return false;
      }
      rows.push(row);
      ids.add(row.id);
      texts.add(row.text);
      return true;
    },
  };
};
