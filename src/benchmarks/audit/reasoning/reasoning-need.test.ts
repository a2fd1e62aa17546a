import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { docId, queryId, type Retriever, type Task } from '../../../core/index.js';
import type { AuditFigure, ReasoningNeed } from '../../../experiment/record/index.js';
import { lsa } from '../../../search/retrieval/index.js';
import { type GivenTask, taskOf } from '../../../tasks/index.js';
import type { ReasoningOptions } from './options.js';
import { reasoningNeed } from './reasoning-need.js';

/** Every document and query in words that the analyzer leaves alone. */
const PARTS: GivenTask = {
  name: 'tiny',
  documents: [
    { id: 'd1', text: 'gout urat toe' },
    { id: 'd2', text: 'toe pain' },
    { id: 'd3', text: 'iron cell' },
    { id: 'd4', text: 'renal cell' },
  ],
  queries: [
    { id: 'q1', text: 'toe pain' },
    { id: 'q2', text: 'kidnei qwrt' },
  ],
  judgements: { q1: ['d1'], q2: ['d4'] },
};

const task = (parts: Partial<GivenTask> = {}, answers: Record<string, string> = {}): Task => ({
  ...taskOf({ ...PARTS, ...parts }),
  labels: new Map(Object.entries(answers).map(([query, answer]) => [query, { answer }])),
});

const needOf = (of: Task, options: ReasoningOptions = {}): Promise<ReasoningNeed> =>
  reasoningNeed(of, testTools(), options);

const figureIn = ({ groups }: ReasoningNeed, name: string): AuditFigure => {
  const found = groups.flatMap(({ figures }) => figures).find((figure) => figure.name === name);
  if (!found) throw new Error(`no figure ${name}`);
  return found;
};

describe('reasoningNeed', () => {
  it('shows the pairs behind a figure with what they share', async () => {
    const need = await needOf(task());
    const jaccard = figureIn(need, 'overlap.jaccard.query-relevant');
    expect(jaccard).toMatchObject({ queries: 2, unit: 'share', mean: 0.125 });
    expect(jaccard.examples).toEqual([
      { query: 'q2', document: 'd4', value: 0, shared: [] },
      { query: 'q1', document: 'd1', value: 0.25, shared: ['toe'] },
    ]);
    expect(jaccard.definition).toContain('lucene-english');
  });

  it('takes documents that are excluded for a query for neither', async () => {
    const excluded = new Map([[queryId('q1'), new Set([docId('d2')])]]);
    const [with2, without2] = [await needOf(task()), await needOf({ ...task(), excluded })];
    const rankOf = (need: ReasoningNeed) => figureIn(need, 'bm25.rank.best').mean;
    expect([rankOf(with2), rankOf(without2)]).toEqual([2.25, 1.75]);
  });

  it('counts terms that no document has, and those that few have', async () => {
    const need = await needOf(task(), { rareFrequency: 1 });
    // q2: neither of its two terms is in a document. q1: toe is in two documents, pain in one.
    expect(figureIn(need, 'terms.unknown').mean).toBe(0.5);
    expect(figureIn(need, 'terms.unknown').examples.at(-1)).toEqual({
      query: 'q2',
      value: 1,
      shared: ['kidnei', 'qwrt'],
    });
    expect(figureIn(need, 'terms.rare').mean).toBe(0.25);
  });

  it("says what the user's table of terms changes", async () => {
    const need = await needOf(task(), { expansions: new Map([['kidnei', ['renal']]]) });
    expect(figureIn(need, 'terms.expanded').mean).toBe(0.5);
    // Without the table q2 finds nothing, so d4 shares ranks 1 to 4; with it, d4 is first and nothing is in front.
    expect(figureIn(need, 'bm25.rank.query-relevant').quartiles[2]).toBeCloseTo(2.375, 12);
    expect(figureIn(need, 'bm25.rank.expanded-relevant').mean).toBe((2 + 1) / 2);
    expect(figureIn(need, 'gain.log-rank.expanded').mean).toBeCloseTo(-Math.log10(2.5) / 2, 12);
    expect(figureIn(need, 'gain.overlap.weighted.expanded').mean).toBeGreaterThan(0);
    expect(need.missing).not.toContain('terminology: no table of abbreviations and synonyms was given');
  });

  it('says what the answer closes, and whether evidence and query say it', async () => {
    const need = await needOf(task({}, { q1: 'Gout', q2: 'cell iron' }));
    expect(figureIn(need, 'answer.not-in-evidence').mean).toBe(0.5);
    expect(figureIn(need, 'answer.in-query').mean).toBe(0);
    // q1: one of three others in front without, none with the answer.
    expect(figureIn(need, 'need.closed-by-answer').examples.at(-1)).toEqual({
      query: 'q1',
      value: 1 + Math.log10(1 / 3) / 3,
    });
  });

  it('compares generated texts with the evidence', async () => {
    const generated = [{ name: 'hyde/writer', texts: new Map([['q2', 'renal cell']]) }];
    const need = await needOf(task(), { generated });
    expect(figureIn(need, 'need.hyde/writer')).toMatchObject({ queries: 1, mean: 0 });
    expect(figureIn(need, 'gain.need.hyde/writer').mean).toBeCloseTo(-(1 + Math.log10(0.5) / 3), 12);
    expect(figureIn(need, 'overlap.jaccard.hyde/writer-relevant').mean).toBe(1);
  });

  it('measures how near the nearest documents are', async () => {
    const need = await needOf(task(), { neighbours: 1 });
    // d1 and d2 share toe: 1/4. d4 and d3 share cell: 1/3.
    expect(figureIn(need, 'neighbours.relevant').mean).toBeCloseTo((1 / 4 + 1 / 3) / 2, 12);
    expect(figureIn(need, 'relevant.count').mean).toBe(1);
  });

  it('relates scores of systems to overlap', async () => {
    const scores = new Map([
      ['q1', 1],
      ['q2', 0],
    ]);
    const { dependence } = await needOf(task(), { systems: [{ system: 'bm25', measure: 'MRR', scores }] });
    expect(dependence).toEqual([
      expect.objectContaining({ system: 'bm25', measure: 'MRR', queries: 2, correlation: null, slope: null }),
    ]);
    expect(dependence[0]!.quarters.map(({ score }) => score)).toEqual([0, 1]);
  });

  it('gives the same report twice, and another seed other random documents', async () => {
    const options = { randomDocuments: 1 };
    expect(await needOf(task(), options)).toEqual(await needOf(task(), options));
    const drawn = async (seed: number) =>
      figureIn(await needOf(task(), { ...options, seed }), 'overlap.jaccard.query-random').examples.map(
        ({ document }) => document,
      );
    const all = new Set(await Promise.all([1, 2, 3, 4, 5, 6].map(drawn)).then((found) => found.map(String)));
    expect(all.size).toBeGreaterThan(1);
  });

  it('refuses settings that make no sense', async () => {
    await expect(needOf(task(), { randomDocuments: 0 })).rejects.toThrow('randomDocuments = 0');
    await expect(needOf(task(), { analyzer: 'lucene' })).rejects.toThrow('lucene-english');
  });
});

describe('a task that lacks something', () => {
  const nothingIsNone = (need: ReasoningNeed) => expect(JSON.stringify(need)).not.toContain('NaN');

  it('without answers says so', async () => {
    const need = await needOf(task());
    expect(need.missing).toEqual(
      expect.arrayContaining([
        'answer: no query with relevant documents has a reference answer',
        'knowledge: no query with relevant documents has a reference answer',
        'terminology: no table of abbreviations and synonyms was given',
      ]),
    );
    expect(need.groups.map(({ name }) => name)).toEqual([
      'ladder',
      'words',
      'search-by-words',
      'terminology',
      'sparsity',
    ]);
    nothingIsNone(need);
  });

  it('without relevant documents has no headline', async () => {
    const need = await needOf(task({ judgements: { q1: { d1: 0 }, q2: { gone: 1 } } }));
    expect(need).toMatchObject({ headline: null, groups: [], dependence: [], queries: [] });
    expect(need.missing[0]).toBe(
      '2 of 2 queries are left out: they have no terms, or no relevant document in the corpus, or only relevant ones',
    );
  });

  it('with one query says that intervals say nothing', async () => {
    const need = await needOf(task({ queries: [PARTS.queries[0]!], judgements: { q1: ['d1'] } }));
    expect(need.missing).toContain('only one query counts: intervals say nothing');
    expect(need.headline!.interval).toEqual([need.headline!.mean, need.headline!.mean]);
    nothingIsNone(need);
  });

  it('with identical documents puts evidence in their middle', async () => {
    const documents = ['d1', 'd2', 'd3', 'd4'].map((id) => ({ id, text: 'toe pain' }));
    const need = await needOf(task({ documents, queries: [PARTS.queries[0]!], judgements: { q1: ['d1'] } }));
    expect(need.headline!.mean).toBeCloseTo(1 + Math.log10(0.5) / 3, 12);
    expect(figureIn(need, 'bm25.rank.best').mean).toBe(2.5);
    nothingIsNone(need);
  });

  it('of one document, which is relevant, has no headline', async () => {
    const need = await needOf(
      task({
        documents: [{ id: 'd1', text: 'toe' }],
        queries: [PARTS.queries[0]!],
        judgements: { q1: ['d1'] },
      }),
    );
    expect(need.headline).toBeNull();
    nothingIsNone(need);
  });

  it('with a query of stop words alone leaves it out', async () => {
    const need = await needOf(task({ queries: [PARTS.queries[0]!, { id: 'q2', text: 'it is the' }] }));
    expect(need.queries.map(({ query }) => query)).toEqual(['q1']);
    expect(need.missing[0]).toMatch(/^1 of 2 queries/);
    nothingIsNone(need);
  });

  it('of few documents says how fine the headline is', async () => {
    expect((await needOf(task())).missing).toContainEqual(
      expect.stringMatching(/^the corpus has 4 documents/),
    );
  });
});

describe('vector spaces', () => {
  /** A retriever that scores documents as a table says. */
  const table = (scores: Record<string, Record<string, number>>, facts = {}): Retriever => ({
    name: 'table',
    spec: {},
    open: async () => ({
      facts,
      run: async (queries) =>
        queries.map((query) => ({
          query,
          hits: Object.entries(scores[query.text] ?? {}).map(([docId, score]) => ({ docId, score })),
        })),
    }),
  });

  it('give cosines and ranks of relevant, random and top-ranked documents', async () => {
    const scores = {
      'toe pain': { d2: 0.9, d3: 0.5, d1: 0.4, d4: -0.2 },
      'kidnei qwrt': { d4: 0.8, d1: 0.1 },
      gout: { d1: 0.7, d2: 0.6, d3: 0, d4: 0 },
    };
    const asked: number[] = [];
    const need = await needOf(task({}, { q1: 'gout' }), {
      spaces: [
        {
          name: 'mine',
          retriever: (topK) => {
            asked.push(topK);
            return table(scores);
          },
        },
      ],
    });
    expect(asked).toEqual([4]);
    expect(figureIn(need, 'cosine.mine.query-relevant').mean).toBeCloseTo((0.4 + 0.8) / 2, 12);
    // The only document that shares a term with q1 and is not relevant; q2 has none.
    expect(figureIn(need, 'cosine.mine.query-hard').mean).toBe(0.9);
    // All others are random documents here; two of q2's were not returned and have no cosine.
    expect(figureIn(need, 'cosine.mine.query-random').mean).toBeCloseTo((1.2 / 3 + 0.1) / 2, 12);
    expect(figureIn(need, 'rank.mine.query-relevant').mean).toBe((3 + 1) / 2);
    expect(figureIn(need, 'need.mine.answer')).toMatchObject({ queries: 1, mean: 0 });
    expect(figureIn(need, 'gain.need.mine.answer').mean).toBeCloseTo(-(1 + Math.log10(2 / 3) / 3), 12);
  });

  it('may be that of lsa', async () => {
    const need = await needOf(task(), { spaces: [{ name: 'lsa', retriever: (topK) => lsa({ topK }) }] });
    const { mean, queries } = figureIn(need, 'cosine.lsa.query-relevant');
    expect(queries).toBe(1);
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThanOrEqual(1.000001);
  });

  it('give no figures where their work failed', async () => {
    const failed = { failed: { 'documents without a vector': { count: 2, reason: 'server down' } } };
    await expect(
      needOf(task(), { spaces: [{ name: 'mine', retriever: () => table({}, failed) }] }),
    ).rejects.toThrow('documents without a vector: 2 (server down)');
  });
});
