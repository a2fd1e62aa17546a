import { type DocId, mustSucceed, type Query, type Task, type Tools } from '../../core/index.js';
import type { NamedRetriever } from './settings.js';

/** Queries asked at once: rankings are deep, and of each only the ids are kept. */
const BATCH = 8;

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
    const progress = tools.progress(`pooling ${name}`, queries.length);
    try {
      const runner = await retriever.open(task.corpus, tools);
      for (let start = 0; start < queries.length; start += BATCH) {
        tools.signal.throwIfAborted();
        const batch = await runner.run(queries.slice(start, start + BATCH));
        batch.forEach(({ hits }, i) => {
          found[start + i]!.push(hits.map(({ docId }) => docId));
        });
        progress.advance(batch.length);
      }
      mustSucceed(name, runner.facts);
    } finally {
      progress.done();
      await retriever.close?.();
    }
  }
  return found.flat();
};
