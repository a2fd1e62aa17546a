import { afterEach, describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { madeCollection } from '../../../../test/support/made-collection.js';
import { type FakeCluster, fakeCluster } from '../../../../test/support/opensearch-server.js';
import { SPOILT, type Spoiling, searchesIn } from '../../../../test/support/spoilt-answers.js';
import { testTools } from '../../../../test/support/tools.js';
import type { Query, Ranked, Retriever } from '../../../core/index.js';
import { dense, retrievers } from '../../retrieval/index.js';
import { engineBm25 } from '../bm25.js';
import type { Engine } from '../engine.js';
import { vectorPlace } from '../vector-place.js';
import { openOpenSearch } from './opensearch.js';

/** What is claimed: whatever a cluster answers, there is the ranking of the embedded search or an error. */
const { corpus, queries: all } = madeCollection(150);
const queries: readonly Query[] = all.slice(0, 6);
const DEPTH = 20;

const model = () => ({
  name: 'model',
  embedder: hashingEmbedder({ dimensions: 32, batch: 500 }),
  topK: DEPTH,
});
const SYSTEMS: Readonly<Record<string, { here: Retriever; there: (engine: Engine) => Retriever }>> = {
  bm25: {
    here: retrievers.bm25({ topK: DEPTH }),
    there: (engine) => engineBm25('bm25', { topK: DEPTH }, engine),
  },
  'bm25-lucene': {
    here: retrievers['bm25-lucene']({ topK: DEPTH }),
    there: (engine) => engineBm25('bm25-lucene', { topK: DEPTH }, engine),
  },
  'a dense model': {
    here: dense(model()),
    there: (engine) => dense({ ...model(), place: vectorPlace(engine) }),
  },
  // The fake graph leads everywhere, so that its rankings are those of exact search too.
  'a graph': {
    here: dense(model()),
    there: (engine) => dense({ ...model(), place: vectorPlace(engine, {}, {}) }),
  },
};

/** Right in spite of it, where scores only say what to look at: more of it is looked at. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  'other scores': ['bm25', 'a dense model', 'a graph'],
};

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

/** Spoils answers to searches from when it is told to. */
const spoiler = (cluster: FakeCluster): { spoiling?: Spoiling } => {
  const now: { spoiling?: Spoiling } = {};
  let first: readonly unknown[] | undefined;
  cluster.spoil = ({ path, body }) =>
    path.includes('_msearch')
      ? {
          change: (json) => {
            first ??= json.responses as unknown[];
            const { spoiling = (responses) => [...responses] } = now;
            return { ...json, responses: spoiling(json.responses, searchesIn(body), first) };
          },
        }
      : undefined;
  return now;
};

describe.each(Object.entries(SYSTEMS))('%s on a cluster with', (system, { here, there }) => {
  const expected = here.open(corpus, testTools()).then((runner) => runner.run(queries));
  const outcome = async (work: () => Promise<readonly Ranked[]>): Promise<string> => {
    try {
      expect(await work()).toEqual(await expected);
      return 'right';
    } catch (error) {
      expect((error as Error).name).toBe('WorkError');
      return 'an error';
    }
  };

  it.each(Object.entries(SPOILT))('%s: an error, or the right ranking', async (kind, spoiling) => {
    const cluster = fakeCluster();
    const now = spoiler(cluster);
    const address = await cluster.node();
    const policy = { tries: 2, sleep: async () => {}, random: () => 0, date: () => 0 };
    const engine = await openOpenSearch(address, {}, testTools(), { policy });
    open.push(engine);
    const runner = await there(engine).open(corpus, testTools());
    expect(await runner.run(queries)).toEqual(await expected);
    now.spoiling = spoiling;
    const found = await outcome(() => runner.run(queries));
    expect(found).toBe(RIGHT[kind]?.includes(system) ? 'right' : 'an error');
    // From the first answer on, with a cluster that is empty.
    cluster.indexes.clear();
    const afresh = await outcome(async () => (await there(engine).open(corpus, testTools())).run(queries));
    if (found === 'an error') expect(afresh).toBe('an error');
  });
});
