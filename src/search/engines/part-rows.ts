import { type Corpus, type Document, rangeOf, type Shard } from '../../core/index.js';
import { PartLoaded } from './engine.js';

/** Parts begin at multiples of it: what engines and models take together is not torn apart. */
const GROUP = 2048;

/** Rows from one to before another. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The rows of a part. Parts are ranges, so that each client works on documents that follow each other. */
export const rowsOfPart = (total: number, part: Shard): RowRange => {
  const { first, end } = rangeOf(Math.ceil(total / GROUP), part);
  return { from: first * GROUP, to: Math.min(total, end * GROUP) };
};

export interface NumberedDocument {
  readonly row: number;
  readonly document: Document;
}

/** The documents of a corpus with their rows: all of them, or those of a range. */
export async function* numberedRows(
  corpus: Corpus,
  { from, to }: RowRange = { from: 0, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<NumberedDocument> {
  let row = 0;
  for await (const batch of corpus.rows())
    for (const document of batch) {
      if (row >= to) return;
      if (row >= from) yield { row, document };
      row += 1;
    }
}

/**
 * Ends the load of a part while others are missing. The last process that ends sees all of them, goes on, and checks the whole.
 */
export const mustHaveAllParts = async (
  index: string,
  total: number,
  count: () => Promise<number>,
): Promise<void> => {
  const documents = await count();
  if (documents < total) throw new PartLoaded({ index, documents, total });
};
