import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainQuery } from '../../src/analysis/explanation/index.js';
import type {
  ExplainedScore,
  GeneratedText,
  Query,
  Retriever,
  Rewriter,
  Scorer,
  Task,
} from '../../src/core/index.js';
import { nDCG } from '../../src/evaluation/measures/index.js';
import { runSystem } from '../../src/experiment/running/index.js';
import { searcher, system } from '../../src/experiment/systems/index.js';
import { reranker } from '../../src/models/custom/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { combMnz, combSum, fuse, rrf, searchEach, weighted } from '../../src/search/fusion/index.js';
import { pipeline, top } from '../../src/search/pipeline/index.js';
import { listwise, pointwise, rerank, scored, setwise } from '../../src/search/reranking/index.js';
import {
  bm25,
  bm25Hakari,
  bm25Lucene,
  bm25Mteb,
  bo1,
  dense,
  givenDense,
  late,
  lsa,
  parseVariant,
  prf,
  rm3,
  rocchio,
  sparse,
} from '../../src/search/retrieval/index.js';
import { suite, task } from '../../src/tasks/index.js';
import { countingEmbedder, hashingEmbedder, wordwiseEmbedder } from '../support/embedders.js';
import { scriptedChat } from '../support/scripted-chat.js';
import { type TestTools, testTools } from '../support/tools.js';

const folder = mkdtempSync(join(tmpdir(), 'r2med-sums-'));
afterAll(() => rm(folder, { recursive: true }));

/** Writes texts without a model: the query backwards, and its first half. */
const writer = (
  searches: 'together' | 'each',
  kind: GeneratedText['dense'] = 'average',
  most = 1000,
): Rewriter => ({
  name: `made(${searches})`,
  spec: { stage: 'made', searches, kind },
  open: async () => ({
    facts: {},
    run: async (queries) =>
      queries.map((query): Query => {
        const words = query.text.split(' ').slice(0, most);
        const texts = [words.toReversed().join(' '), words.slice(0, words.length / 2).join(' ')];
        const generated = texts.map((text) => ({
          method: 'made',
          llm: 'nobody',
          text,
          join: 'after-query' as const,
          dense: kind,
        }));
        return { ...query, generated, ...(searches === 'each' && { searches }) };
      }),
  }),
});

const lengthScorer = (): Scorer =>
  reranker({
    name: 'length',
    version: 1,
    pairwise: true,
    rerank: async (_query, documents) => documents.map(({ text }) => Math.sin(text.length)),
  });

/** Opened once for all queries of a task. */
const heldOpen = (stage: Retriever): Retriever => {
  let opened: ReturnType<Retriever['open']> | undefined;
  return {
    ...stage,
    open: (corpus, tools) => {
      opened ??= stage.open(corpus, tools);
      return opened;
    },
  };
};

const hashed = (variant?: string, similarity: 'cosine' | 'dot' = 'cosine'): Retriever =>
  dense({
    name: 'hashing',
    embedder: hashingEmbedder(),
    similarity,
    ...(variant && { variant: parseVariant(variant) }),
  });

const given = (of: Task): Promise<Retriever> =>
  vectorsOf(of).then((vectors) => givenDense({ name: 'npy-given', vectors }));

const vectorsOf = async (of: Task) => {
  const texts = async (rows: Iterable<readonly [string, string]>) => {
    const all = [...rows];
    const vectors: Float32Array[] = [];
    for await (const { embedded } of hashingEmbedder().embed(
      all.map(([, text]) => text),
      'document',
      testTools(),
    ))
      for (const { place, vector } of embedded) vectors[place] = vector;
    const data = new Float32Array(all.length * 256);
    for (const [i, vector] of vectors.entries()) data.set(vector, i * 256);
    return { ids: all.map(([id]) => id), rows: all.length, columns: 256, data };
  };
  const documents: [string, string][] = [];
  for await (const rows of of.corpus.rows()) for (const row of rows) documents.push([row.id, row.text]);
  const queries = of.queries.map(({ id, text }) => [id, text] as const);
  return {
    from: 'made here',
    spec: { made: true },
    documents: await texts(documents),
    queries: await texts(queries),
    queryTexts: new Map<string, string>(queries),
  };
};

const llm = (
  make: typeof pointwise | typeof listwise | typeof setwise,
  answer: string | ((prompt: string) => string),
) =>
  make({
    chat: scriptedChat(({ prompt }) => (typeof answer === 'string' ? answer : answer(prompt))),
    prompts: openPrompts(),
    task: 'Biology',
  });

/** Every kind of system; what it is, by its name in the table. */
const SYSTEMS: Readonly<Record<string, (of: Task, tools: TestTools) => Retriever | Promise<Retriever>>> = {
  bm25: () => bm25(),
  'bm25-lucene': () => bm25Lucene(),
  'bm25-mteb': () => bm25Mteb(),
  'bm25-hakari': () => bm25Hakari(),
  'rm3 > bm25': () => bm25({ feedback: { method: rm3() } }),
  'rocchio > bm25-lucene': () => bm25Lucene({ feedback: { method: rocchio({ useNegative: true }) } }),
  'bo1 > bm25-mteb': () => bm25Mteb({ feedback: { method: bo1() } }),
  'hyde(sample-writer) > kl > bm25-hakari': (of) =>
    system('hyde(sample-writer) > kl > bm25-hakari', { task: of }),
  'rrf(rm3 > bm25, lsa)': (of) => system('rrf(rm3 > bm25, lsa)', { task: of }),
  lsa: () => lsa(),
  'hyde(sample-writer) > bm25': (of) => system('hyde(sample-writer) > bm25', { task: of }),
  dense: () => hashed(),
  'dense by dot product': () => hashed(undefined, 'dot'),
  'prf > dense': () =>
    pipeline(writer('together')).to(
      dense({
        name: 'hashing',
        embedder: hashingEmbedder(),
        feedback: { method: prf({ method: 'rocchio' }) },
      }),
    ),
  'dense, int8': () => hashed('int8'),
  'dense, binary': () => hashed('binary'),
  'dense, rescored': () => hashed('rescore:int8'),
  'dense, truncated': () => hashed('truncate:64'),
  'dense with written texts': () => pipeline(writer('together')).to(hashed()),
  'dense with joined texts': () => pipeline(writer('together', 'joined')).to(hashed()),
  npy: given,
  sparse: () => sparse({ name: 'counting', embedder: countingEmbedder() }),
  'sparse, cut': () =>
    sparse({ name: 'counting', embedder: countingEmbedder(), maxActiveDims: { query: 9 } }),
  'sparse with written texts': () =>
    pipeline(writer('together')).to(sparse({ name: 'counting', embedder: countingEmbedder() })),
  late: () => late({ name: 'wordwise', embedder: wordwiseEmbedder({ dimensions: 8 }) }),
  'late with written texts': () =>
    pipeline(writer('together')).to(
      late({ name: 'wordwise', embedder: wordwiseEmbedder({ dimensions: 8 }) }),
    ),
  rrf: () => fuse([bm25(), lsa()], rrf()),
  'rrf, as HAKARI-Bench': () => fuse([bm25(), lsa()], rrf({ k: 100, ties: 'hakari' })),
  weighted: () => fuse([bm25(), lsa()], weighted({ weights: [0.3, 0.7], normalise: 'z' })),
  combsum: () => fuse([bm25(), lsa(), hashed()], combSum()),
  combmnz: () => fuse([bm25({ topK: 20 }), lsa({ topK: 30 })], combMnz()),
  'a search per text': () => pipeline(writer('each')).to(searchEach(bm25(), rrf())),
  'a cut': () => pipeline(bm25()).to(top(7)),
  'a scored reranker': () => pipeline(bm25()).to(rerank(scored('length', lengthScorer()), { depth: 20 })),
  'a reranker that drops the tail': () =>
    pipeline(fuse([bm25(), lsa()], rrf())).to(
      rerank(scored('length', lengthScorer()), { depth: 5, tail: 'dropped' }),
    ),
  pointwise: () =>
    pipeline(bm25()).to(
      rerank(
        llm(pointwise, (prompt) => String(prompt.length % 4)),
        { depth: 5 },
      ),
    ),
  listwise: () => pipeline(bm25()).to(rerank(llm(listwise, '[2] > [1] > [3]'), { depth: 5 })),
  setwise: () => pipeline(bm25()).to(rerank(llm(setwise, 'B'), { depth: 5 })),
  'two rerankers': () =>
    pipeline(bm25())
      .to(rerank(scored('length', lengthScorer()), { depth: 20 }))
      .to(rerank(llm(listwise, '[2] > [1]'), { depth: 3 })),
  'a search system': (of) =>
    searcher({
      name: 'mine',
      version: 1,
      search: async (queries, k) => {
        const ids: string[] = [];
        for await (const rows of of.corpus.rows()) ids.push(...rows.map(({ id }) => id));
        return queries.map(() => ids.slice(0, Math.min(k, 9)));
      },
    }),
};

/** Scores, of the stages before too, whose parts add up to something else as 32-bit floats. */
const wrongSums = ({ score, parts }: Pick<ExplainedScore, 'score' | 'parts'>): readonly number[] => {
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const own = Math.fround(sum) === Math.fround(score) ? [] : [score - sum];
  return [...own, ...parts.flatMap(({ from }) => (from ? wrongSums(from) : []))];
};

/** All tasks take minutes, so `npm test` takes one; the check of everything sets the variable. */
const NAMES = suite('sample').tasks.map(({ name }) => name);
const CHOSEN = process.env.WHOLE_SAMPLE ? NAMES : NAMES.slice(0, 1);

/** Each task with tools whose caches all systems share: an index is built once. */
const TASKS = CHOSEN.map((name) => ({ name, tools: testTools() }));

const wrongSumsOn = async (of: Task, stage: Retriever, tools: TestTools) => {
  await runSystem(stage, of, tools, { out: folder, overwrite: true, measures: [nDCG.at(10)] });
  const systems = [heldOpen(stage)];
  const wrong: unknown[] = [];
  for (const { id } of of.queries) {
    const asked = { task: of, query: id, systems, results: folder, hits: 1000, texts: false, tools };
    const [{ from, missing, hits, found } = explainedNothing] = (await explainQuery(asked)).systems;
    const lost = missing.filter(({ what }) => !what.includes('sentence'));
    const sums = hits.flatMap(wrongSums);
    if (from !== 'record' || lost.length > 0 || hits.length !== found || sums.length > 0)
      wrong.push({ query: id, from, lost, hits: hits.length, found, sums });
  }
  return wrong;
};

const explainedNothing = { from: 'nothing', missing: [], hits: [], found: -1 } as const;

describe('parts add up to the stored score of every hit of every query', () => {
  it.each(Object.entries(SYSTEMS))(
    'in %s',
    async (_, build) => {
      for (const { name, tools } of TASKS) {
        const of = await task('sample', name);
        expect([name, await wrongSumsOn(of, await build(of, tools), tools)]).toEqual([name, []]);
      }
    },
    240_000,
  );
});
