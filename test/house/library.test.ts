import { describe, expect, it } from 'vitest';
import {
  bm25,
  dense,
  embedder,
  evaluate,
  fuse,
  InputError,
  nDCG,
  pipeline,
  rerank,
  reranker,
  rrf,
  runSystem,
  scored,
  search,
  searcher,
  taskOf,
} from '../../src/index.js';
import { testTools } from '../support/tools.js';

const task = taskOf({
  name: 'Mine',
  documents: [
    { id: 'gout', text: 'Urate crystals inflame the joint.' },
    { id: 'anaemia', text: 'Iron deficiency makes people tired.' },
    { id: 'thyroid', text: 'Too little hormone makes people slow.' },
  ],
  queries: [
    { id: 'q1', text: 'urate in a joint' },
    { id: 'q2', text: 'tired without iron' },
  ],
  judgements: { q1: { gout: 1 }, q2: { anaemia: 1 } },
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const letters = (text: string): number[] =>
  [...LETTERS].map((letter) => text.toLowerCase().split(letter).length - 1);

describe('written in code', () => {
  it('an embedder is one function, and a retriever with dense', async () => {
    const mine = embedder({ name: 'letters', version: 1, embed: (texts) => texts.map(letters) });
    const run = await search(dense({ embedder: mine }), task, testTools());
    expect(
      run
        .get('q1')!
        .map(({ docId }) => docId)
        .sort(),
    ).toEqual(['anaemia', 'gout', 'thyroid']);
    expect(dense({ embedder: mine }).name).toBe('letters');
    expect(
      dense({ embedder: embedder({ ...mine, version: 1, embed: () => [], similarity: 'dot' }) }).spec,
    ).toMatchObject({ similarity: 'dot' });
  });

  it('another version is another model', () => {
    const of = (version: number) => embedder({ name: 'm', version, embed: () => [] }).spec;
    expect(of(1)).not.toEqual(of(2));
    expect(of(1)).toEqual(of(1));
  });

  it('a search system, a fusion of it and a reranker after it are a system like any other', async () => {
    const mine = searcher({
      name: 'mine',
      version: 1,
      search: async (queries, k) =>
        queries.map(({ text }) =>
          (text.includes('urate') ? ['gout', 'thyroid'] : ['thyroid', 'anaemia']).slice(0, k),
        ),
    });
    const byWord = reranker({
      name: 'by-iron',
      version: 1,
      rerank: (query, documents) =>
        documents.map(({ text }) => (text.includes(query.text.includes('iron') ? 'Iron' : 'Urate') ? 1 : 0)),
    });
    const alone = await search(mine, task, testTools());
    expect(evaluate(alone, task.judgements, [nDCG.at(1)]).means).toEqual({ 'nDCG@1': 0.5 });
    const better = pipeline(mine).to(rerank(scored('by-iron', byWord)));
    const { result } = await runSystem(better, task, testTools());
    expect(result.record).toMatchObject({ name: 'mine > by-iron(10)', scores: { 'nDCG@1': 1 } });
    const fused = await search(fuse([mine, bm25()], rrf()), task, testTools());
    expect(fused.get('q1')![0]!.docId).toBe('gout');
  });

  it.each([
    ['no name', () => embedder({ name: '', version: 1, embed: () => [] }), 'embed without a name'],
    [
      'no version',
      () => searcher({ name: 'mine', search: async () => [] } as never),
      'mine without a version',
    ],
    ['no function', () => reranker({ name: 'mine', version: 1 } as never), 'rerank is undefined'],
    [
      'a batch of nothing',
      () => embedder({ name: 'mine', version: 1, batchSize: 0, embed: () => [] }),
      'batchSize',
    ],
  ])('what has %s is refused', (_, make, found) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(found);
  });
});

it('ids are plain strings wherever they come in', () => {
  const run = new Map([['q', [{ docId: 'd', score: 1 }]]]);
  const judgements = new Map([['q', new Map([['d', 1]])]]);
  expect(evaluate(run, judgements, [nDCG.at(10)]).means).toEqual({ 'nDCG@10': 1 });
  const fused = rrf().fuse([[{ docId: 'a', score: 1 }], [{ docId: 'b', score: 1 }]]);
  expect(fused.map(({ docId }) => docId)).toEqual(['b', 'a']);
});
