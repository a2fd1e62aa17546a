import {
  type Hit,
  InputError,
  type SearchedBatch,
  type Searcher,
  type SearchQuery,
} from '../../core/index.js';
import { type Code, callsOf, closingOnce } from './code-calls.js';
import { DEFAULT_BATCH_SIZE, sizeSetting } from './custom-embedder.js';
import { readRanking } from './read-ranking.js';
import { type Ask, type Batching, type Reply, settleInBatches } from './settle-in-batches.js';
import { shown } from './shown.js';

/** The search system that a function is. */
export const codeSearch = (code: Code<(queries: SearchQuery[], k: number) => unknown>): Searcher => {
  const batchSize = sizeSetting('batchSize', code.about.batchSize ?? DEFAULT_BATCH_SIZE);
  const calls = callsOf(code, 'search');
  const ask = async (queries: readonly SearchQuery[], k: number): Promise<Reply<readonly Hit[]>> => {
    // Copies: what the function does to its arguments must not reach the next call.
    const called = await calls.call(() => code.call(structuredClone([...queries]), k));
    if ('refused' in called) return called;
    const { returned } = called;
    if (!Array.isArray(returned) || returned.length !== queries.length)
      throw new InputError({
        ...(code.at && { at: code.at }),
        found: `search returned ${shown(returned)} for ${counted(queries.length)}`,
        expected: 'an array with one ranking per query, in the order of the queries',
      });
    return returned.map((ranking) => readRanking(ranking, k));
  };
  return {
    name: code.name,
    spec: code.spec,
    version: code.about.version,
    search: (queries, k, { signal }) =>
      searchInBatches(queries, (batch) => ask(batch, k), { batchSize, inFlight: 1, signal }),
    calls: calls.count,
    close: closingOnce(code),
  };
};

const counted = (queries: number): string => (queries === 1 ? '1 query' : `${queries} queries`);

/** Searches in batches, in the order of the queries. */
export async function* searchInBatches(
  queries: readonly SearchQuery[],
  ask: Ask<SearchQuery, readonly Hit[]>,
  batching: Batching,
): AsyncGenerator<SearchedBatch> {
  for await (const { done, failed } of settleInBatches(queries, [...queries.keys()], ask, batching))
    yield { found: done.map(({ place, value }) => ({ place, hits: value })), failed };
}
