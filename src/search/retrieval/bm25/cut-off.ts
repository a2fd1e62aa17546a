import { byCodePoint, type DocId } from '../../../core/index.js';
import { topRows } from './top-rows.js';

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
const exchangeTies = (
  kept: Uint32Array,
  scores: Float32Array,
  idAt: (place: number) => DocId,
): Uint32Array => {
  const lowest = kept.reduce((low, place) => Math.min(low, scores[place]!), Number.POSITIVE_INFINITY);
  const safe = kept.filter((place) => scores[place]! > lowest);
  const tied: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] === lowest) tied.push(place);
  if (safe.length + tied.length === kept.length) return kept;
  tied.sort((a, b) => byCodePoint(idAt(a), idAt(b)) || a - b);
  return Uint32Array.of(...safe, ...tied.slice(0, kept.length - safe.length)).sort();
};
