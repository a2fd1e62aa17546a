import { afterEach } from 'vitest';
import type { Pair, Scorer } from '../../src/core/index.js';
import { openRerankApi, type RerankApi, type RerankApiSettings } from '../../src/models/scorers/api/index.js';
import { type Collected, collectPlaces } from './collected.js';
import { hashLogit, type RerankServer, startRerankServer } from './rerank-server.js';
import { type TestClock, testClock } from './served-embedder.js';
import { type TestTools, testTools } from './tools.js';

/** Scores, and makes sure that no place comes twice and, unless the work ended early, that every place comes. */
export const collectScores = async (
  scorer: Scorer,
  pairs: readonly Pair[],
  tools: TestTools = testTools(),
): Promise<Omit<Collected<number>, 'values'> & { readonly scores: Collected<number>['values'] }> => {
  const { values, ...rest } = await collectPlaces(
    scorer.score(pairs, tools),
    pairs.length,
    ({ scored, failed }) => ({ done: scored.map(({ place, score }) => ({ place, value: score })), failed }),
  );
  return { scores: values, ...rest };
};

/** Servers and scorers that are closed when the test is over. */
export const servedScorerTests = () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    server: async (): Promise<RerankServer> => {
      const server = await startRerankServer();
      closing.push(server.close);
      return server;
    },
    /** A scorer of these servers, with a clock of its own and an empty environment. */
    open: async (
      servers: RerankServer | readonly RerankServer[],
      settings: Partial<RerankApiSettings> = {},
    ): Promise<{ readonly scorer: RerankApi; readonly clock: TestClock }> => {
      const clock = (settings.clock as TestClock | undefined) ?? testClock();
      const version = settings.dialect === 'cohere' ? 'v2' : 'v1';
      const scorer = await openRerankApi({
        dialect: 'vllm-rerank',
        model: 'tiny',
        endpoints: [servers].flat().map(({ origin }) => `${origin}/${version}`),
        env: {},
        ...settings,
        clock,
      });
      closing.push(() => scorer.close());
      return { scorer, clock };
    },
  };
};

/** Pairs of one query with documents of many lengths, all different. */
export const somePairs = (count: number, query = 'why so tired?'): readonly Pair[] =>
  Array.from({ length: count }, (_, i) => ({
    query,
    document: `case ${i}: ${'fever and joint pain '.repeat((i * 7) % 11)}`.trim(),
  }));

/** What the server gives when it is asked for the model's own numbers. */
export const expectedLogits = (pairs: readonly Pair[]): readonly number[] =>
  pairs.map(({ query, document }) => hashLogit(query, document));
