import { byCodePoint, type DocId } from '../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import { type Counts, countsFor, type TermIndex } from './term-index.js';

/** Joins what lanes counted into one index. Batches must come in file order, whichever lane made them. */
export interface IndexBuilder {
  add(lane: number, ids: readonly DocId[], batch: Tokenized): void;
  finish(): TermIndex;
}

/** Postings of consecutive rows, by row. */
interface Chunk {
  readonly distinct: Uint32Array;
  readonly terms: Int32Array;
  readonly counts: Counts;
}

const UNNUMBERED = -1;

export const indexBuilder = (): IndexBuilder => {
  const ids: DocId[] = [];
  const lengths: Uint32Array[] = [];
  const chunks: (Chunk | undefined)[] = [];
  const termIds = new Map<string, number>();
  const lanes: LaneTerms[] = [];
  let documentFrequencies = new Uint32Array(1 << 14);
  let highest = 0;

  /** Gives term ids to what a row is the first to say. */
  const numberNewTerms = (lane: LaneTerms, terms: Int32Array, from: number, to: number): void => {
    const unnumbered: { readonly word: string; readonly number: number }[] = [];
    const laneIds = lane.ids;
    for (let at = from; at < to; at++) {
      const number = terms[at]!;
      if (laneIds[number] === UNNUMBERED) unnumbered.push({ word: lane.word(number), number });
    }
    if (unnumbered.length > 1) unnumbered.sort((a, b) => byCodePoint(a.word, b.word));
    for (const { word, number } of unnumbered) {
      laneIds[number] = termIds.size;
      termIds.set(word, termIds.size);
    }
    lane.waiting -= unnumbered.length;
  };

  return {
    add: (laneNumber, batchIds, batch) => {
      const { distinct, terms, counts } = batch;
      lanes[laneNumber] ??= laneTerms();
      const lane = lanes[laneNumber];
      lane.meet(batch.fresh, termIds);
      for (let row = 0, at = 0; lane.waiting > 0; row++) {
        const end = at + distinct[row]!;
        numberNewTerms(lane, terms, at, end);
        at = end;
      }
      if (termIds.size > documentFrequencies.length) {
        const bigger = new Uint32Array(Math.max(termIds.size, documentFrequencies.length * 2));
        bigger.set(documentFrequencies);
        documentFrequencies = bigger;
      }
      translate(terms, lane.ids, documentFrequencies);
      for (const id of batchIds) ids.push(id);
      lengths.push(batch.lengths);
      chunks.push({ distinct, terms, counts });
      highest = Math.max(highest, batch.highest);
    },

    finish: () => {
      const starts = new Uint32Array(termIds.size + 1);
      for (let term = 0; term < termIds.size; term++)
        starts[term + 1] = starts[term]! + documentFrequencies[term]!;
      const rows = new Uint32Array(starts[termIds.size]!);
      const frequencies = countsFor(rows.length, highest);
      const next = starts.slice();
      let row = 0;
      for (let i = 0; i < chunks.length; i++) {
        row = scatter(chunks[i]!, row, next, rows, frequencies);
        chunks[i] = undefined; // let go of it while the others are still to come
      }
      return { ids, lengths: joined(lengths, ids.length), termIds, starts, rows, frequencies };
    },
  };
};

/** Turns a lane's numbers into term ids, in place, and counts one more document for each. */
const translate = (terms: Int32Array, laneIds: Int32Array, documentFrequencies: Uint32Array): void => {
  for (let at = 0; at < terms.length; at++) {
    const term = laneIds[terms[at]!]!;
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

/** How the numbers of one lane translate into term ids. */
interface LaneTerms {
  ids: Int32Array;
  /** Terms of the current batch that no row has given an id yet. */
  waiting: number;
  meet(fresh: readonly string[], known: ReadonlyMap<string, number>): void;
  /** The word behind a number of the current batch's fresh terms. */
  word(number: number): string;
}

const laneTerms = (): LaneTerms => {
  let met = 0;
  let words: readonly string[] = [];
  const lane: LaneTerms = {
    ids: new Int32Array(1 << 14),
    waiting: 0,
    meet: (fresh, known) => {
      if (met + fresh.length > lane.ids.length) {
        const bigger = new Int32Array(Math.max(met + fresh.length, lane.ids.length * 2));
        bigger.set(lane.ids);
        lane.ids = bigger;
      }
      words = fresh;
      for (const word of fresh) {
        const id = known.get(word) ?? UNNUMBERED;
        if (id === UNNUMBERED) lane.waiting++;
        lane.ids[met++] = id;
      }
    },
    word: (number) => words[number - (met - words.length)]!,
  };
  return lane;
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
