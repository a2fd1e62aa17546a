import { describe, expect, it } from 'vitest';
import { candidateLists } from '../../src/benchmarks/nano/candidate-lists.js';
import { figuresOf, NANO_DEFAULTS } from '../../src/benchmarks/nano/index.js';
import { nanoSet, taskOf } from '../../src/benchmarks/nano/nano-set.js';
import { topHits } from '../../src/benchmarks/nano/top-hits.js';
import { docId, type Hit } from '../../src/core/index.js';
import { rrf } from '../../src/search/fusion/index.js';
import { bm25Hakari } from '../../src/search/retrieval/index.js';
import { openFolder } from '../../src/tasks/index.js';
import {
  GOLDEN_SETS,
  type GoldenSet,
  goldenVectors,
  nanoSourceFiles,
  sha256OfTexts,
} from '../support/nano-source.js';
import { testTools } from '../support/tools.js';
import { writtenFolder } from '../support/written-folder.js';

const built = async ({ split, sampler, queries, documents, depth, hybridDepth }: GoldenSet) => {
  const settings = { ...NANO_DEFAULTS, name: split, sampler, queries, documents, depth, hybridDepth };
  const tools = testTools();
  const task = await openFolder(writtenFolder(nanoSourceFiles()));
  const set = await nanoSet(task, split, settings, tools);
  const lists = await candidateLists(taskOf(set, task), split, settings, tools, goldenVectors);
  return { task, set, lists, tools };
};

describe("a Nano set is what Python makes with bm25s, NLTK's stemmer and random.Random", () => {
  it.each(GOLDEN_SETS)(
    '$split: the same queries, documents and positives in the same order',
    async (case_) => {
      const { corpus, queries, qrels } = case_.tables;
      const { set } = await built(case_);
      expect(set.queries.map(({ id }) => id)).toEqual(queries!._id);
      expect(set.queries.map(({ text }) => text)).toEqual(queries!.text);
      expect(set.documents.map(({ id }) => id)).toEqual(corpus!._id);
      expect(sha256OfTexts(set.documents.map(({ text }) => text))).toBe(case_.textsSha256);
      expect(set.positives.map(({ query }) => query)).toEqual(qrels!['query-id']);
      expect(set.positives.map(({ document }) => document)).toEqual(qrels!['corpus-id']);
    },
  );

  it.each(GOLDEN_SETS)('$split: the same candidates, safeguards included', async (case_) => {
    const { lists } = await built(case_);
    expect(lists.map(({ config }) => config)).toEqual(['bm25', 'vectors', 'reranking_hybrid']);
    for (const { config, documents } of lists) {
      expect([...documents.keys()]).toEqual(case_.tables[config]!['query-id']);
      expect([...documents.values()]).toEqual(case_.tables[config]!['corpus-ids']);
    }
    expect(lists[2]!.safeguards).toBe(Object.keys(case_.safeguards).length);
  });

  it.each(GOLDEN_SETS)('$split: the same scores to the last digit', async (case_) => {
    const { task, set, lists, tools } = await built(case_);
    const bm25 = bm25Hakari({ topK: set.documents.length });
    const found = await topHits(bm25, taskOf(set, task), case_.depth, tools, '');
    for (const [query, hits] of found)
      expect(hits.map(({ score }) => score)).toEqual(case_.bm25Scores[query]);
    for (const { id } of set.queries) {
      const sources = lists.slice(0, 2).map(({ documents }) => inOrder(documents.get(id)!));
      const sums = new Map(
        rrf({ k: 100 })
          .fuse(sources)
          .map((hit) => [hit.docId, hit.score]),
      );
      const fused = lists[2]!.documents.get(id)!.slice(0, case_.hybridDepth);
      expect(fused.map((document) => sums.get(document))).toEqual(case_.fusedScores[id]);
    }
  });

  it.each(GOLDEN_SETS)('$split: the same figures', async (case_) => {
    const { set, lists } = await built(case_);
    for (const { config, ...figures } of figuresOf(set, lists, case_.hybridDepth).lists)
      for (const [measure, value] of Object.entries(case_.figures[config]!))
        expect(figures[measure as 'nDCG@10']).toBeCloseTo(value, 14);
  });

  it('and the task is hostile enough: caps, a binding pool, lost queries, safeguards, another order of UTF-16', () => {
    const by = Object.fromEntries(GOLDEN_SETS.map((case_) => [case_.split, case_]));
    const size = (split: string, config: string): number => by[split]!.tables[config]!._id!.length;
    expect(size('NanoPool', 'corpus')).toBeLessThan(30);
    expect(size('NanoTight', 'queries')).toBeLessThan(20);
    expect(size('NanoSmall', 'corpus')).toBe(40);
    const asked = by.NanoCapped!.tables.qrels!['query-id'] as readonly string[];
    expect(Math.max(...asked.map((id) => asked.filter((other) => other === id).length))).toBe(2);
    expect(by.NanoDrawn!.tables.corpus!._id).not.toEqual(by.NanoDrawnAgain!.tables.corpus!._id);
    const list = by.NanoDeep!.tables.bm25!['corpus-ids']![0] as readonly string[];
    expect(list.indexOf('\ufb01')).toBeLessThan(list.indexOf('\u{1f9ec}'));
  });
});

const inOrder = (ids: readonly string[]): readonly Hit[] =>
  ids.map((id, i) => ({ docId: docId(id), score: -i }));
