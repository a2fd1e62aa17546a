import {
  byRankIdAscending,
  type Hit,
  mustSucceed,
  type QueryId,
  type Retriever,
  type Task,
  type Tools,
} from '../../core/index.js';

/** Queries asked at once: each has a score for every document. */
const BATCH = 8;

/**
 * The best `depth` documents of each query, score down, then id up, as HAKARI-Bench orders its searches. The
 * retriever must have been made to keep every document: equal scores are then cut by id too. By position the positives
 * would win, which are first in a published corpus.
 */
export const topHits = async (
  retriever: Retriever,
  { corpus, queries }: Task,
  depth: number,
  tools: Tools,
  label: string,
): Promise<ReadonlyMap<QueryId, readonly Hit[]>> => {
  const found = new Map<QueryId, readonly Hit[]>();
  const runner = await retriever.open(corpus, tools);
  const progress = tools.progress(label, queries.length);
  try {
    for (let start = 0; start < queries.length; start += BATCH) {
      tools.signal.throwIfAborted();
      for (const { query, hits } of await runner.run(queries.slice(start, start + BATCH)))
        found.set(query.id, [...hits].sort(byRankIdAscending).slice(0, depth));
      progress.advance(Math.min(BATCH, queries.length - start));
    }
    // A list that lacks documents would be published with the set.
    mustSucceed(retriever.name, runner.facts);
    return found;
  } finally {
    progress.done();
  }
};
