import type { Scorer } from '../../core/index.js';
import { type Code, callsOf, closingOnce } from './code-calls.js';
import { listScorer, type RerankQuery } from './list-scorer.js';
import { type RerankDocument, readScores } from './read-scores.js';

/** The scorer that a function is. */
export const codeScorer = (
  code: Code<(query: RerankQuery, documents: RerankDocument[]) => unknown>,
): Scorer => {
  const calls = callsOf(code, 'rerank');
  return listScorer({
    spec: code.spec,
    pairwise: code.about.pairwise ?? false,
    inFlight: 1,
    ask: async ({ query, documents }) => {
      const called = await calls.call(() => code.call({ ...query }, structuredClone([...documents])));
      return 'refused' in called ? called : [readScores(called.returned, documents)];
    },
    calls: calls.count,
    close: closingOnce(code),
  });
};
