import type { DocId } from '../../core/index.js';
import type { Row } from './corpus-rows.js';

/** The documents of a set so far: each id once, each text once, never more than there is room for. */
export type DocumentSet = ReturnType<typeof documentSet>;

export const documentSet = (limit: number) => {
  const rows: Row[] = [];
  const ids = new Set<DocId>();
  const texts = new Set<string>();
  let repeatedTexts = 0;
  /** Keeps the row if it may. */
  const keep = (row: Row): void => {
    if (rows.length >= limit || ids.has(row.id)) return;
    if (texts.has(row.text)) {
      repeatedTexts++;
      return;
    }
    rows.push(row);
    ids.add(row.id);
    texts.add(row.text);
  };
  return {
    rows: rows as readonly Row[],
    /** How many more fit. */
    get room() {
      return limit - rows.length;
    },
    /** Rows that came while there was room and repeated a text under another id. */
    get repeatedTexts() {
      return repeatedTexts;
    },
    has: ({ id, text }: Pick<Row, 'id' | 'text'>) => ids.has(id) || texts.has(text),
    keep,
    /** Keeps those of the ids that have a row, in their order. */
    keepAll: (wanted: Iterable<DocId>, rowOf: ReadonlyMap<DocId, Row>) => {
      for (const id of wanted) if (rowOf.has(id)) keep(rowOf.get(id)!);
    },
  };
};
