import {
  byRankIdAscending,
  type DocId,
  type Hit,
  mustSucceed,
  type Query,
  type QueryId,
  type Ranked,
  type Retriever,
  type Task,
  type Tools,
} from '../../core/index.js';
import type { NamedRetriever } from './settings.js';

/** Queries asked at once: each has a score for every document. */
const BATCH = 8;

/** Rankings of the queries in their order. A list that lacks documents would be published with the set, so failed work is an error. */
async function* rankings(
  retriever: Retriever,
  { corpus, queries }: Pick<Task, 'corpus' | 'queries'>,
  tools: Tools,
  label: string,
  name = retriever.name,
): AsyncGenerator<Ranked> {
  const runner = await retriever.open(corpus, tools);
  const progress = tools.progress(label, queries.length);
  try {
    for (let start = 0; start < queries.length; start += BATCH) {
      tools.signal.throwIfAborted();
      const batch = await runner.run(queries.slice(start, start + BATCH));
      yield* batch;
      progress.advance(batch.length);
    }
    mustSucceed(name, runner.facts);
  } finally {
    progress.done();
  }
}

/**
 * The best `depth` documents of each query, score down, then id up, as HAKARI-Bench orders its searches. The
 * retriever must have been made to keep every document: equal scores are then cut by id too. By position the positives
 * would win, which are first in a published corpus.
 */
export const topHits = async (
  retriever: Retriever,
  task: Task,
  depth: number,
  tools: Tools,
  label: string,
): Promise<ReadonlyMap<QueryId, readonly Hit[]>> => {
  const found = new Map<QueryId, readonly Hit[]>();
  for await (const { query, hits } of rankings(retriever, task, tools, label))
    found.set(query.id, [...hits].sort(byRankIdAscending).slice(0, depth));
  return found;
};

/** What each retriever finds for each query in the whole corpus, best first; the retrievers' rankings of a query side by side. */
export const pooledRankings = async (
  pool: readonly NamedRetriever[],
  task: Task,
  queries: readonly Query[],
  depth: number,
  tools: Tools,
): Promise<readonly (readonly DocId[])[]> => {
  const found: (readonly DocId[])[][] = queries.map(() => []);
  for (const { name, make } of pool) {
    const retriever = await make(task, depth);
    let place = 0;
    try {
      for await (const { hits } of rankings(retriever, { ...task, queries }, tools, `pooling ${name}`, name))
        found[place++]!.push(hits.map(({ docId }) => docId));
    } finally {
      await retriever.close?.();
    }
  }
  return found.flat();
};
