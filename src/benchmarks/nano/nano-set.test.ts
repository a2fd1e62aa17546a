import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MadeTask, madeTask } from '../../../test/support/made-task.js';
import { testTools } from '../../../test/support/tools.js';
import { InputError } from '../../core/index.js';
import { bm25 } from '../../search/retrieval/index.js';
import { nanoText } from './corpus-rows.js';
import { nanoSet, taskOf } from './nano-set.js';
import { samplers } from './samplers/index.js';
import { DEFAULTS, type NanoSettings } from './settings.js';

const pool = [{ name: 'bm25', make: async (_: unknown, topK: number) => bm25({ topK }) }];
const cut = (made: MadeTask, settings: Partial<NanoSettings> = {}) =>
  nanoSet(madeTask(made), 'Split', { ...DEFAULTS, name: 'Set', ...settings }, testTools(), pool);

const few = (prefix: string) => fc.integer({ min: 0, max: 9 }).map((number) => `${prefix}${number}`);
const words = fc.array(fc.constantFrom('gout', 'fever', 'joint', ' ', 'a', '\u3000'), {
  maxLength: 4,
  size: 'max',
});
const text = words.map((each) => each.join(' '));
const madeTasks: fc.Arbitrary<MadeTask> = fc.record({
  documents: fc.array(fc.record({ id: few('d'), text, title: text }, { requiredKeys: ['id', 'text'] }), {
    minLength: 10,
    maxLength: 40,
  }),
  queries: fc.uniqueArray(fc.record({ id: few('q'), text }), { selector: ({ id }) => id, minLength: 3 }),
  judgements: fc.uniqueArray(fc.tuple(few('q'), few('d'), fc.constantFrom(-1, 0, 1, 2)), {
    selector: ([query, document]) => `${query} ${document}`,
    minLength: 10,
    maxLength: 60,
  }),
});
const limits = fc.record({
  queries: fc.integer({ min: 1, max: 8 }),
  documents: fc.integer({ min: 1, max: 12 }),
  depth: fc.integer({ min: 1, max: 4 }),
  sampler: fc.constantFrom(...(Object.keys(samplers) as NanoSettings['sampler'][])),
});

describe('a Nano set of any task', () => {
  it('holds to its limits, has a positive for every query and a document for every positive', async () => {
    let built = 0;
    await fc.assert(
      fc.asyncProperty(madeTasks, limits, async (made, settings) => {
        const set = await cut(made, settings).catch((error: unknown) => {
          if (error instanceof InputError) return undefined;
          throw error;
        });
        if (!set) return;
        built++;
        const { queries, documents, positives } = set;
        expect(queries.length).toBeLessThanOrEqual(settings.queries);
        expect(documents.length).toBeLessThanOrEqual(settings.documents);
        const ids = new Set(documents.map(({ id }) => id));
        const texts = new Set(documents.map((row) => row.text));
        expect([ids.size, texts.size]).toEqual([documents.length, documents.length]);
        expect(texts.has('')).toBe(false);
        for (const { query, document } of positives) {
          expect(ids.has(document)).toBe(true);
          expect(made.judgements).toContainEqual([query, document, expect.toSatisfy((grade) => grade > 0)]);
        }
        expect(new Set(positives.map(({ query }) => query))).toEqual(new Set(queries.map(({ id }) => id)));
        for (const { id } of queries)
          expect(positives.filter(({ query }) => query === id).length).toBeLessThanOrEqual(settings.depth);
      }),
      { numRuns: 300 },
    );
    expect(built).toBeGreaterThan(100);
  });

  it('keeps source order: of queries always, of documents with the samplers that say so', async () => {
    await fc.assert(
      fc.asyncProperty(madeTasks, limits, async (made, settings) => {
        const set = await cut(made, settings).catch(() => undefined);
        if (!set) return;
        const places = set.queries.map(({ id }) => made.queries.findIndex((query) => query.id === id));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        if (samplers[settings.sampler].order === 'as-kept') return;
        const rows = set.documents.map(({ id, text: kept }) =>
          made.documents.findIndex((row) => row.id === id && nanoText(row) === kept),
        );
        expect(rows).toEqual([...rows].sort((a, b) => a - b));
      }),
    );
  });

  it('puts positives first with head', async () => {
    await fc.assert(
      fc.asyncProperty(madeTasks, limits, async (made, settings) => {
        const set = await cut(made, { ...settings, sampler: 'head', depth: 500 }).catch(() => undefined);
        if (!set) return;
        const relevant = new Set(set.positives.map(({ document }) => document));
        const first = set.documents.slice(0, relevant.size).map(({ id }) => id);
        // A positive whose first row repeated a text may come in later by a second row of its id.
        const late = made.documents.length !== new Set(made.documents.map(({ id }) => id)).size;
        if (!late) expect(new Set(first)).toEqual(relevant);
      }),
    );
  });
});

describe('cutting down', () => {
  const made: MadeTask = {
    documents: [
      { id: 'a', text: 'gout' },
      { id: 'b', text: 'gout' },
      { id: 'c', text: 'scurvy' },
    ],
    queries: [
      { id: 'p', text: 'first' },
      { id: 'q', text: 'second' },
      { id: 'r', text: 'third' },
    ],
    judgements: [
      ['q', 'a', 1],
      ['p', 'b', 1],
      ['p', 'nowhere', 1],
      ['r', 'c', 0],
      ['q', 'c', 1],
    ],
  };

  it('says what was left out', async () => {
    const set = await cut(made, { depth: 1 });
    expect(set.queries.map(({ id }) => id)).toEqual(['q']);
    expect(set.leftOut).toEqual({
      queriesWithoutText: 0,
      queriesWithoutPositive: 1,
      repeatedQueries: 0,
      queriesWithoutKeptPositive: 1,
      repeatedTexts: 2,
      positivesNotKept: 2,
      positivesBeyondDepth: 1,
    });
  });

  it.each([
    [
      'no judgement above 0',
      { ...made, judgements: [['q', 'a', 0]] as const },
      'none with a text and a judgement',
    ],
    [
      'no positive in the corpus',
      { ...made, judgements: [['q', 'x', 1]] as const },
      'none of the 1 positives',
    ],
  ])('refuses a task with %s', async (_, task, message) => {
    await expect(cut(task)).rejects.toThrow(message);
    await expect(cut(task)).rejects.toThrow(InputError);
  });

  it('gives a task whose corpus, queries and judgements are those of the set', async () => {
    const source = madeTask(made);
    const set = await cut(made);
    const task = taskOf(set, source);
    const rows = [];
    for await (const batch of task.corpus.rows()) rows.push(...batch);
    expect(rows).toEqual(set.documents);
    expect([...task.judgements.keys()]).toEqual(set.queries.map(({ id }) => id));
    expect(await task.statistics()).toMatchObject({ queries: 1, documents: 2, judgements: 2 });
    const other = taskOf({ ...set, documents: [...set.documents].reverse() }, source);
    expect(other.corpus.key).not.toBe(task.corpus.key);
  });
});
