import { failedWork, type Hit, type JsonObject, type Scorer, type Tools } from '../../core/index.js';
import { type CachedScore, cachedScores } from './cached-scores.js';
import type { Candidates, RerankMethod, RerankOutput } from './rerank-method.js';

/** Puts candidates in the order of a scorer's scores. Queries are scored unchanged: no generated text is added. */
export const scored = (name: string, scorer: Scorer): RerankMethod => ({
  name,
  spec: { orderer: 'scored', scorer: scorer.spec },
  open: async (tools) => {
    const counts = { pairs: 0, failed: 0, cutQueries: 0, cutDocuments: 0 };
    // The scorer may be shared, and was perhaps used before: only what is requested here counts.
    const spent = Object.fromEntries(Object.keys(scorer.usage()).map((name) => [name, 0]));
    let firstReason: string | undefined;
    const store = await cachedScores(scorer, tools);
    // A run whose scores are all cached needs no server; one that was never used may have a wrong address.
    if (scorer.check && (await store.isEmpty())) await scorer.check(tools);
    return {
      get facts(): JsonObject {
        return { ...counts, ...spent };
      },
      get failed() {
        return failedWork('pairs without a score', counts.failed, firstReason ?? 'no reason given');
      },
      order: async (batch) => {
        const pairs = batch.map(({ query, documents }) =>
          documents.map(({ docId, text }) => ({
            query: query.text,
            document: text,
            ids: { query: query.id, document: docId },
          })),
        );
        const before = { ...scorer.usage() } as Readonly<Record<string, number>>;
        const { scores, reason } = await store.scoresOf(pairs);
        firstReason ??= reason;
        for (const [name, now] of Object.entries(scorer.usage())) spent[name]! += now - (before[name] ?? 0);
        return batch.map((candidates, i): RerankOutput => {
          const own = scores[i]!;
          counts.pairs += own.length;
          counts.failed += own.filter((score) => score === undefined).length;
          counts.cutQueries += own.filter((score) => score?.cutQuery).length;
          counts.cutDocuments += own.filter((score) => score?.cutDocument).length;
          return { hits: hitsOf(candidates, own, reason, tools) };
        });
      },
    };
  },
  close: () => scorer.close(),
});

/** A document without a score cannot be placed among those that have one, so the query keeps its first-stage order. */
const hitsOf = (
  { query, documents }: Candidates,
  scores: readonly (CachedScore | undefined)[],
  reason: string | undefined,
  tools: Tools,
): readonly Hit[] | undefined => {
  const missing = scores.filter((score) => score === undefined).length;
  if (missing === 0) return documents.map(({ docId }, i) => ({ docId, score: scores[i]!.score }));
  tools.note(
    `query ${query.id}: ${missing} of ${documents.length} documents could not be scored ` +
      `(${reason ?? 'no reason given'}); it keeps its first-stage order`,
  );
  return undefined;
};
