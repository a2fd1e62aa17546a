import {
  groupBy,
  type JsonObject,
  listKey,
  type Pair,
  type ScoredBatch,
  type Scorer,
} from '../../core/index.js';
import { readRanking } from './read-ranking.js';
import { type Fate, type Reply, settleInBatches } from './settle-in-batches.js';
import { shown } from './shown.js';

/** A query as a custom reranker gets it. */
export interface RerankQuery {
  readonly id: string;
  readonly text: string;
}

/** A document as a custom reranker gets it. */
export interface RerankDocument {
  readonly id: string;
  readonly text: string;
}

/** One query and the documents to put in order. */
export interface RerankList {
  readonly query: RerankQuery;
  readonly documents: readonly RerankDocument[];
}

interface ListScoring {
  readonly spec: JsonObject;
  /** A score depends on the two texts alone, whatever else is in the list: only then it is cached. */
  readonly pairwise: boolean;
  /** How many lists are requested at once. */
  readonly inFlight: number;
  /** One score per document. */
  ask(list: RerankList): Promise<Reply<readonly number[]>>;
  calls(): number;
  close(): Promise<void>;
}

/** The scorer that a custom reranker is: it reads a query's documents as one list. */
export const listScorer = ({ spec, pairwise, inFlight, ask, calls, close }: ListScoring): Scorer => ({
  spec: { ...spec, pairwise },
  ...(!pairwise && { listwise: true, uncached: true }),
  score: async function* (pairs, { signal }) {
    const lists = listsOf(pairs);
    const asked = ([list]: readonly { readonly list: RerankList }[]) => ask(list!.list);
    const batches = settleInBatches(lists, [...lists.keys()], asked, { batchSize: 1, inFlight, signal });
    for await (const { done, failed } of batches)
      yield {
        scored: done.flatMap(({ place, value }) =>
          lists[place]!.places.map((pair, i) => ({ place: pair, score: value[i]! })),
        ),
        failed: failed.flatMap(({ place, reason }) =>
          lists[place]!.places.map((pair) => ({ place: pair, reason })),
        ),
      } satisfies ScoredBatch;
  },
  usage: () => ({ tokens: 0, calls: calls() }),
  close,
});

const listsOf = (
  pairs: readonly Pair[],
): readonly { readonly places: readonly number[]; readonly list: RerankList }[] =>
  [...groupBy(pairs.keys(), (place) => listKey(pairs[place]!)).values()].map((places) => {
    const { query, ids } = pairs[places[0]!]!;
    return {
      places,
      list: {
        query: { id: ids?.query ?? query, text: query },
        documents: places.map((place) => {
          const { document, ids: own } = pairs[place]!;
          return { id: own?.document ?? String(place), text: document };
        }),
      },
    };
  });

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
