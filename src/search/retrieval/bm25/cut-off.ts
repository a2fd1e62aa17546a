import { byCodePoint, type DocId } from '../../../core/index.js';

/**
 * Which of equal scores stay when a ranking is cut: those that are first in the corpus (gensim's stable sort,
 * Lucene's own order of documents), or those with the lowest id in byte order (Anserini).
 */
export type TiesAtCutOff = 'corpus-order' | 'id-ascending';

export interface CutOff {
  readonly topK: number;
  readonly tiesAtCutOff: TiesAtCutOff;
  /** Whether scores of 0 fill the ranking up. */
  readonly unmatched: 'fill' | 'leave-out';
}

/** Where the scores are that a ranking keeps, in ascending order of place. */
export const keptRows = (
  { topK, tiesAtCutOff, unmatched }: CutOff,
  scores: Float32Array,
  idAt: (place: number) => DocId,
): Uint32Array => {
  const kept = topRows(scores, topK, unmatched === 'fill' ? -1 : 0);
  return tiesAtCutOff === 'id-ascending' && kept.length === topK ? exchangeTies(kept, scores, idAt) : kept;
};

/** Gives the last places of a ranking to the lowest ids among all that have the lowest score kept. */
const exchangeTies = (kept: Uint32Array, scores: Float32Array, idAt: (place: number) => DocId) => {
  const lowest = kept.reduce((low, place) => Math.min(low, scores[place]!), Number.POSITIVE_INFINITY);
  const safe = kept.filter((place) => scores[place]! > lowest);
  const tied: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] === lowest) tied.push(place);
  if (safe.length + tied.length === kept.length) return kept;
  tied.sort((a, b) => byCodePoint(idAt(a), idAt(b)) || a - b);
  return Uint32Array.of(...safe, ...tied.slice(0, kept.length - safe.length)).sort();
};

/**
 * Where the `k` highest scores are, in ascending order of place; among equal scores the earlier places. Scores of
 * `floor` or less never count.
 */
export const topRows = (scores: Float32Array, k: number, floor: number): Uint32Array => {
  // A heap of places whose root is the first to go: the lowest score, the latest among equals.
  const heap = new Uint32Array(Math.min(k, scores.length));
  let size = 0;
  let place = 0;
  for (; place < scores.length && size < heap.length; place++)
    if (scores[place]! > floor) heap[size++] = place;
  for (let at = (size >>> 1) - 1; at >= 0; at--) sink(heap, size, at, heap[at]!, scores);
  if (size > 0) {
    let lowest = scores[heap[0]!]!;
    for (; place < scores.length; place++) {
      // Places come in order, so one that only equals the lowest kept score is too late.
      if (!(scores[place]! > lowest)) continue;
      sink(heap, size, 0, place, scores);
      lowest = scores[heap[0]!]!;
    }
  }
  return heap.subarray(0, size).sort();
};

/** Puts a place into the gap at `at`, or below it while others have to go before it. */
const sink = (heap: Uint32Array, size: number, at: number, place: number, scores: Float32Array): void => {
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && goesFirst(heap[child + 1]!, heap[child]!, scores)) child++;
    if (!goesFirst(heap[child]!, place, scores)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = place;
};

const goesFirst = (a: number, b: number, scores: Float32Array): boolean =>
  scores[a]! < scores[b]! || (scores[a]! === scores[b]! && a > b);
