import { readRanking } from './read-ranking.js';
import type { Fate } from './settle-in-batches.js';
import { shown } from './shown.js';

/** A document as a custom reranker gets it. */
export interface RerankDocument {
  readonly id: string;
  readonly text: string;
}

/**
 * Reads what someone else's reranker says of a list of documents, as one score per document: numbers in the order of the
 * documents, `{ id, score }` or `[id, score]` for each, or ids best first. Documents that an order leaves out come behind, in
 * the first stage's order.
 */
export const readScores = (value: unknown, documents: readonly RerankDocument[]): Fate<readonly number[]> => {
  if (!Array.isArray(value) || value.length === 0)
    return { failed: `${shown(value)} for ${documents.length} documents, not their scores or their order` };
  if (value.every((each) => typeof each === 'number' || each === null)) return inPlace(value, documents);
  const read = readRanking(value, Number.POSITIVE_INFINITY);
  if ('failed' in read) return read;
  const known = new Set(documents.map(({ id }) => id));
  const stranger = read.value.find(({ docId }) => !known.has(docId));
  if (stranger) return { failed: `document "${stranger.docId}", which it was not given` };
  const scores = new Map<string, number>(read.value.map(({ docId, score }) => [docId, score]));
  const unnamed = documents.filter(({ id }) => !scores.has(id));
  if (unnamed.length > 0 && typeof value[0] !== 'string')
    return { failed: `no score for document "${unnamed[0]!.id}"` };
  for (const [i, { id }] of unnamed.entries()) scores.set(id, -i);
  return { value: documents.map(({ id }) => scores.get(id)!) };
};

const inPlace = (
  scores: readonly unknown[],
  documents: readonly RerankDocument[],
): Fate<readonly number[]> => {
  if (scores.length !== documents.length)
    return { failed: `${scores.length} scores for ${documents.length} documents` };
  const bad = scores.findIndex(
    (score) => !Number.isFinite(Math.fround((score as number | null) ?? Number.NaN)),
  );
  if (bad >= 0)
    return {
      failed: `the score ${shown(scores[bad])} for document "${documents[bad]!.id}", not a finite 32-bit float`,
    };
  return { value: scores as readonly number[] };
};
