import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepBench } from '../../../../test/support/construction.js';
import { type Retriever, ranking } from '../../../core/index.js';
import type { BuildItem, Passage } from '../item.js';
import { duplicatesAmong, mergeLists } from './merge-lists.js';
import { pool } from './pool.js';
import { judgedPoolFigures, poolFigures } from './pool-figures.js';
import type { FoundList } from './views.js';
import { givenLists } from './views.js';

const origin = { source: 'notes', licence: 'CC0-1.0', id: 'x' };
const item = (id: string, more: Partial<BuildItem> = {}): BuildItem => ({
  id,
  family: 'exam',
  origin,
  text: 'A man has a red and swollen toe.',
  trail: [],
  ...more,
});
const passage = (id: string, text: string, source = 's'): Passage => ({
  id,
  origin,
  text,
  source,
  start: 0,
  end: text.length,
});
const list = (view: string, retriever: string, ...passages: string[]): FoundList => ({
  item: 'i',
  view,
  retriever,
  passages,
});
const none = () => [];

describe('lists of one item', () => {
  it('are joined by turns, up to the cap, each candidate with every list that found it', () => {
    const lists = [list('query', 'bm25', 'a', 'b', 'c'), list('answer', 'bm25', 'd', 'a', 'e')];
    expect(mergeLists(lists, none, 3)).toEqual({
      candidates: [
        {
          item: 'i',
          passage: 'a',
          found: [
            { view: 'query', retriever: 'bm25', rank: 1 },
            { view: 'answer', retriever: 'bm25', rank: 2 },
          ],
        },
        { item: 'i', passage: 'd', found: [{ view: 'answer', retriever: 'bm25', rank: 1 }] },
        { item: 'i', passage: 'b', found: [{ view: 'query', retriever: 'bm25', rank: 2 }] },
      ],
      overCap: 2,
    });
  });

  it('have one candidate for passages with nearly the same text, found or not', () => {
    const same =
      'Allopurinol lowers urate in the blood and prevents further attacks of gout in most people who take it.';
    const passages = [
      passage('a', same),
      passage('b', `${same} Always.`),
      passage('c', 'Something else entirely about broken bones and their healing.'),
      passage('d', same),
    ];
    const { candidates } = mergeLists(
      [list('query', 'bm25', 'c', 'b'), list('answer', 'lsa', 'a')],
      duplicatesAmong(passages, 0.8),
      10,
    );
    expect(candidates.map((each) => each.passage)).toEqual(['c', 'a']);
    expect(candidates[1]!.duplicates!.map((each) => each.passage)).toEqual(['d', 'b']);
    expect(candidates[1]!.found.map(({ retriever, rank }) => [retriever, rank])).toEqual([
      ['bm25', 2],
      ['lsa', 1],
    ]);
  });

  it('lose no passage below the cap and hold none twice, whatever they are', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 5 }), fc.integer({ min: 1, max: 8 }), (found, cap) => {
        const lists = found.map((passages, i) => list(`v${i}`, 'r', ...passages));
        const { candidates, overCap } = mergeLists(lists, none, cap);
        const distinct = new Set(found.flat());
        expect(candidates.length).toBe(Math.min(cap, distinct.size));
        expect(candidates.length + overCap).toBe(distinct.size);
        expect(new Set(candidates.map((each) => each.passage)).size).toBe(candidates.length);
      }),
    );
  });
});

describe('the evidence that an item names', () => {
  it('is taken by turns of its sources', () => {
    const passages = ['p0', 'p1', 'p2'].map((id) => passage(id, id, 'page'));
    passages.push(passage('q0', 'q', 'other'));
    expect(givenLists([item('i', { evidence: ['page', 'other', 'gone'] }), item('j')], passages, 3)).toEqual([
      list('given', 'given', 'p0', 'q0', 'p1'),
    ]);
  });
});

describe('figures of a pool', () => {
  const lists = [
    list('query', 'bm25', 'a', 'b'),
    list('answer', 'bm25', 'a', 'c'),
    list('query', 'lsa', 'd'),
  ];
  const { candidates } = mergeLists(lists, none, 3);

  it('say what each list, view and retriever adds', () => {
    expect(poolFigures(lists, candidates)).toEqual({
      lists: [
        {
          list: 'query × bm25',
          queries: 1,
          found: 2,
          inPool: 1,
          top: 2,
          inPoolOfTop: 1,
          candidates: 2,
          unique: 0.5,
        },
        {
          list: 'answer × bm25',
          queries: 1,
          found: 2,
          inPool: 0.5,
          top: 2,
          inPoolOfTop: 0.5,
          candidates: 1,
          unique: 0,
        },
        {
          list: 'query × lsa',
          queries: 1,
          found: 1,
          inPool: 1,
          top: 1,
          inPoolOfTop: 1,
          candidates: 1,
          unique: 1,
        },
      ],
      overlap: [
        { lists: ['query × bm25', 'answer × bm25'], queries: 1, jaccard: 1 / 3 },
        { lists: ['query × bm25', 'query × lsa'], queries: 1, jaccard: 0 },
        { lists: ['answer × bm25', 'query × lsa'], queries: 1, jaccard: 0 },
      ],
      without: { view: { query: 2 / 3, answer: 0 }, retriever: { bm25: 2 / 3, lsa: 1 / 3 } },
      candidates: 3,
      duplicates: 0,
    });
  });

  it('say which relevant documents only one of them found, and how much of each top is judged', () => {
    const label = (passage: string, label: 'relevant' | 'not-relevant' | 'unjudged') => ({
      item: 'i',
      passage,
      label,
      judges: [],
    });
    const judged = [label('a', 'relevant'), label('b', 'unjudged'), label('d', 'relevant')];
    expect(judgedPoolFigures(lists, candidates, judged)).toEqual({
      lists: [
        { list: 'query × bm25', top: 2, judgedOfTop: 0.5, candidates: 1, unique: 0 },
        { list: 'answer × bm25', top: 2, judgedOfTop: 0.5, candidates: 1, unique: 0 },
        { list: 'query × lsa', top: 1, judgedOfTop: 1, candidates: 1, unique: 1 },
      ],
      without: { view: { query: 0.5, answer: 0 }, retriever: { bm25: 0.5, lsa: 0.5 } },
      relevant: 2,
    });
  });
});

const passages = [
  passage('gout', 'Gout is an arthritis with a red, swollen toe.', 'page'),
  passage('drug', 'Colchicine and rest help against attacks.'),
  passage('urate', 'Urate crystals in the joint show it under polarised light.'),
  passage('bone', 'Fractures heal in six weeks.'),
];
const reasoned = [
  item('one', {
    answer: 'gout',
    reasoning: '1. A red toe. 2. Urate crystals.',
    query: 'Which disease?',
    evidence: ['page'],
  }),
  item('two', { text: '!?' }),
];

describe('build pool', () => {
  it('searches by every view with every retriever, and holds back what has no candidate', async () => {
    const bench = stepBench({ reasoned, passages });
    const { report } = await bench.run(pool, { retrievers: ['bm25', 'bm25-lucene'] });
    const lists = bench.rows('lists').map(({ item, view, retriever }) => `${item} ${view} ${retriever}`);
    expect(lists).toEqual([
      'one given given',
      'one answer bm25',
      'one answer bm25-lucene',
      'one reasoning bm25',
      'one reasoning bm25-lucene',
    ]);
    expect(bench.rows('candidates').map(({ passage }) => passage)).toEqual(['gout', 'urate']);
    expect(report).toMatchObject({ in: 2, out: 1, held: { 'no candidate': 1 } });
    expect(report.figures).toMatchObject({
      order: expect.stringContaining('rank 1 of every list'),
      candidates: 2,
      overCap: 0,
      retrievers: { bm25: { retriever: 'bm25' } },
    });
    expect(bench.tools.notes).toContain(
      'given × given: 1 candidates, 0 % found by no other list; 100 % of its top 1 are in the pool',
    );
  });

  it('does the same again, whatever was done before', async () => {
    const one = stepBench({ reasoned, passages });
    const two = stepBench({ reasoned, passages });
    await one.run(pool);
    await two.run(pool);
    expect(one.rows('candidates')).toEqual(two.rows('candidates'));
    expect((await one.run(pool)).reused).toBe(true);
  });

  const system = (facts: object): Retriever => ({
    name: 'own',
    spec: 'own',
    open: async () => ({
      facts: facts as never,
      run: async (queries) =>
        queries.map((query) => ({ query, hits: ranking([{ docId: 'bone', score: 1 }]) })),
    }),
  });

  it('takes retrievers of the caller, closes them, and refuses what failed', async () => {
    const opened: string[] = [];
    let closed = 0;
    const bench = stepBench(
      { reasoned, passages },
      {
        retriever: async (name) => {
          opened.push(name);
          return { ...system({}), close: async () => void closed++ };
        },
      },
    );
    await bench.run(pool, { views: ['query'], retrievers: ['hyde(gpt4) > bm25'] });
    expect([opened, closed]).toEqual([['hyde(gpt4) > bm25'], 1]);
    expect(bench.rows('candidates').map(({ item, passage }) => [item, passage])).toEqual([
      ['one', 'bone'],
      ['two', 'bone'],
    ]);
    const failing = stepBench(
      { reasoned, passages },
      {
        retriever: async () =>
          system({ failed: { 'documents without a vector': { count: 1, reason: 'gone' } } }),
      },
    );
    await expect(failing.run(pool, { retrievers: ['own'] })).rejects.toThrow('documents without a vector');
    expect(() => failing.rows('candidates')).toThrow();
  });

  it('finds nothing where there is nothing', async () => {
    for (const rows of [
      { reasoned: [], passages },
      { reasoned: [item('two', { text: '!?' })], passages: [] },
    ]) {
      const bench = stepBench(rows);
      expect((await bench.run(pool)).report.out).toBe(0);
      expect(bench.rows('candidates')).toEqual([]);
    }
  });

  it('names the retrievers there are', async () => {
    const bench = stepBench({ reasoned, passages });
    await expect(bench.run(pool, { retrievers: ['bm52'] })).rejects.toThrow('did you mean "bm25"');
  });
});
