import { byCodePoint, type DocId } from '../../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import { type GrowingStrings, growingStrings, grown, stringTable } from './string-table.js';
import { type Counts, countsFor, heldIndex, rowIdsBuilder, type TermIndex } from './term-index.js';

/** Postings of consecutive rows, by row. */
interface Chunk {
  readonly distinct: Uint32Array;
  readonly terms: Int32Array;
  readonly counts: Counts;
}

/** Joins what threads counted into one index. Batches must come in file order, whichever thread made them. */
export const indexBuilder = () => {
  const ids = rowIdsBuilder();
  const known = growingStrings();
  const lengths: Uint32Array[] = [];
  const chunks: (Chunk | undefined)[] = [];
  const pool: ThreadTerms[] = [];
  let documentFrequencies = new Uint32Array(1 << 14);
  let highest = 0;

  return {
    add: (thread: number, batchIds: readonly DocId[], batch: Tokenized): void => {
      const { distinct, terms, counts } = batch;
      pool[thread] ??= { ids: new Int32Array(1 << 14), size: 0 };
      numberNewTerms(batch, known);
      meet(pool[thread], batch.fresh, known);
      if (known.size > documentFrequencies.length)
        documentFrequencies = grown(documentFrequencies, known.size);
      translate(terms, pool[thread].ids, documentFrequencies);
      ids.add(batchIds);
      lengths.push(batch.lengths);
      chunks.push({ distinct, terms, counts });
      highest = Math.max(highest, batch.highest);
    },

    finish: (): TermIndex => {
      const terms = stringTable(known.arrays());
      const starts = new Uint32Array(terms.size + 1);
      for (let term = 0; term < terms.size; term++)
        starts[term + 1] = starts[term]! + documentFrequencies[term]!;
      const rows = new Uint32Array(starts[terms.size]!);
      const frequencies = countsFor(rows.length, highest);
      const next = starts.slice();
      let row = 0;
      for (let i = 0; i < chunks.length; i++) {
        row = scatter(chunks[i]!, row, next, rows, frequencies);
        chunks[i] = undefined; // let go of it while the others are still to come
      }
      return heldIndex({
        ids: ids.finish(),
        lengths: joined(lengths, row),
        terms,
        starts,
        rows,
        frequencies,
      });
    },
  };
};

/** How the numbers of one thread translate into term ids. */
interface ThreadTerms {
  ids: Int32Array;
  size: number;
}

const meet = (thread: ThreadTerms, fresh: readonly string[], known: GrowingStrings): void => {
  if (thread.size + fresh.length > thread.ids.length)
    thread.ids = grown(thread.ids, thread.size + fresh.length);
  for (const word of fresh) thread.ids[thread.size++] = known.numberOf(word);
};

/** Gives term ids to words that no row before has said: row by row, those of a row by code point. */
const numberNewTerms = ({ fresh, freshTexts }: Tokenized, known: GrowingStrings): void => {
  let ofRow: string[] = [];
  for (let i = 0; i < fresh.length; i++) {
    if (known.numberOf(fresh[i]!) < 0) ofRow.push(fresh[i]!);
    if (freshTexts[i] === freshTexts[i + 1]) continue;
    if (ofRow.length > 1) ofRow.sort(byCodePoint);
    for (const word of ofRow) known.add(word);
    ofRow = [];
  }
};

/** Turns a thread's numbers into term ids, in place, and counts one more document for each. */
const translate = (terms: Int32Array, threadIds: Int32Array, documentFrequencies: Uint32Array): void => {
  for (let at = 0; at < terms.length; at++) {
    const term = threadIds[terms[at]!]!;
    terms[at] = term;
    documentFrequencies[term]!++;
  }
};

const scatter = (
  { distinct, terms, counts }: Chunk,
  firstRow: number,
  next: Uint32Array,
  rows: Uint32Array,
  frequencies: Counts,
): number => {
  let at = 0;
  for (let i = 0; i < distinct.length; i++) {
    for (const end = at + distinct[i]!; at < end; at++) {
      const posting = next[terms[at]!]!++;
      rows[posting] = firstRow + i;
      frequencies[posting] = counts[at]!;
    }
  }
  return firstRow + distinct.length;
};

const joined = (parts: readonly Uint32Array[], length: number): Uint32Array => {
  const whole = new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
