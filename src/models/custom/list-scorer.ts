import {
  groupBy,
  type JsonObject,
  listKey,
  type Pair,
  type ScoredBatch,
  type Scorer,
} from '../../core/index.js';
import type { RerankDocument } from './read-scores.js';
import { type Reply, settleInBatches } from './settle-in-batches.js';

/** A query as a custom reranker gets it. */
export interface RerankQuery {
  readonly id: string;
  readonly text: string;
}

/** One query and the documents to put in order. */
export interface RerankList {
  readonly query: RerankQuery;
  readonly documents: readonly RerankDocument[];
}

export interface ListScoring {
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
