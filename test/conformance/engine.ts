import { describe, expect, it } from 'vitest';
import { type Corpus, corpusOf, docId } from '../../src/core/index.js';
import {
  type Engine,
  engineBm25,
  type LoadOptions,
  PartLoaded,
  type TermsRecipe,
} from '../../src/search/engines/index.js';
import { analyzer, type Bm25Options, retrievers } from '../../src/search/retrieval/index.js';
import { emptiedEngine } from '../support/emptied-engine.js';
import { alike, madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';

export const RECIPE: TermsRecipe = {
  analyzer: { name: 'lucene-english', version: analyzer('lucene-english').version },
  documentText: 'title-and-text',
  k1: 0.9,
  b: 0.4,
};

const SMALL = [
  { id: 'gout', text: 'urate crystals inflame a joint' },
  { id: 'empty', text: '' },
  { id: 'ärger', text: 'crystals crystals and joints' },
  { id: 'gout', text: 'allopurinol lowers urate' },
];

type Preset = 'bm25' | 'bm25-lucene';

/** Settings that change which rows a ranking keeps. */
const SETTINGS: readonly [preset: Preset, options: Bm25Options][] = [
  ['bm25', {}],
  ['bm25', { topK: 1000 }],
  ['bm25', { topK: 5, k1: 1.5, b: 0.75 }],
  ['bm25', { unmatched: 'drop' }],
  ['bm25-lucene', {}],
  ['bm25-lucene', { topK: 1000 }],
  ['bm25-lucene', { topK: 3, k1: 1.5, b: 0.75 }],
  ['bm25-lucene', { k1: 3.7, b: 1 }],
  ['bm25', { k1: 0, b: 0 }],
  ['bm25-lucene', { unmatched: 'keep' }],
];

/** What every engine keeps to. `layouts`: what it may be told about shards and copies. */
export const describeEngine = (
  name: string,
  open: () => Promise<Engine>,
  layouts: readonly LoadOptions[],
): void => {
  const withEngine = emptiedEngine(open);

  describe(`${name} is an engine`, () => {
    it('says what it is', () =>
      withEngine(async (engine) => {
        expect(await engine.about()).toMatchObject({
          engine: engine.name,
          version: expect.stringMatching(/^\d/),
        });
      }));

    it('knows the figures of a corpus and of its terms', () =>
      withEngine(async (engine) => {
        const index = await engine.openTerms(corpusOf('small', SMALL), RECIPE, testTools());
        expect(index.figures).toEqual({ documents: 4, nonEmptyDocuments: 3, tokens: 10 });
        expect(index.repeated).toEqual([[0, 3]]);
        expect(await index.terms(['crystal', 'urat', 'nothing'])).toEqual(
          new Map([
            ['crystal', { documentFrequency: 2, firstRow: 0 }],
            ['urat', { documentFrequency: 2, firstRow: 0 }],
          ]),
        );
        expect(await index.firstRows(3, 'row')).toEqual([
          { row: 0, id: 'gout' },
          { row: 1, id: 'empty' },
          { row: 2, id: 'ärger' },
        ]);
        expect((await index.firstRows(9, 'id')).map(({ row }) => row)).toEqual([1, 0, 3, 2]);
      }));

    it('counts terms in candidates, whatever characters they have', () =>
      withEngine(async (engine) => {
        const index = await engine.openTerms(corpusOf('small', SMALL), RECIPE, testTools());
        const odd = ['two words', 'nul\u0000', '\ud800', 'x'.repeat(300), ''];
        expect(await index.terms(odd)).toEqual(new Map());
        const [found] = await index.candidates(
          [{ weights: new Map([['crystal', 1]]), counted: ['joint', 'crystal', ...odd] }],
          9,
        );
        expect(
          found!.map(({ row, length, frequencies }) => [row, length, ...frequencies.slice(0, 2)]),
        ).toEqual([
          [2, 3, 1, 2],
          [0, 4, 1, 1],
        ]);
      }));

    it.each(layouts)('has the rankings and scores of the embedded search: %j', (layout) =>
      withEngine(async (engine) => {
        const { corpus, queries } = madeCollection();
        for (const [preset, options] of SETTINGS) {
          const embedded = await retrievers[preset](options).open(corpus, testTools());
          const there = await engineBm25(preset, options, engine, layout).open(corpus, testTools());
          expect(await there.run(queries), `${preset} ${JSON.stringify(options)}`).toEqual(
            await embedded.run(queries),
          );
          expect(there.facts.engine).toMatchObject({ engine: engine.name, ...layout });
        }
      }),
    );

    it('explains scores as the embedded search does', () =>
      withEngine(async (engine) => {
        const { corpus, queries, documents } = madeCollection();
        const ids = documents.map(({ id }) => id);
        const shown = documents.filter(({ id }) => ids.indexOf(id) === ids.lastIndexOf(id)).slice(0, 20);
        const query = queries[0]!;
        for (const preset of ['bm25', 'bm25-lucene'] as const) {
          const embedded = await retrievers[preset]().open(corpus, testTools());
          const there = await engineBm25(preset, {}, engine).open(corpus, testTools());
          const explained = await there.explainHits!(query, shown, {} as never);
          expect(explained).toEqual(await embedded.explainHits!(query, shown, {} as never));
        }
      }));

    it('looks at more rows than fit in one answer where all score alike', () =>
      withEngine(async (engine) => {
        const corpus = alike(10_100);
        const query = { id: 'q', text: 'urate crystals' };
        for (const [preset, options] of [
          ['bm25', { topK: 20 }],
          ['bm25-lucene', { topK: 10_050 }],
        ] as const) {
          const embedded = await retrievers[preset](options).open(corpus, testTools());
          const there = await engineBm25(preset, options, engine).open(corpus, testTools());
          expect(await there.run([query])).toEqual(await embedded.run([query]));
        }
      }));

    it('loads a corpus once, and goes on where a load ended', () =>
      withEngine(async (engine) => {
        const whole = alike(3000);
        const broken: Corpus = {
          key: whole.key,
          async *rows() {
            let count = 0;
            for await (const batch of whole.rows()) {
              yield batch.slice(0, 1500);
              // The first reading counts; the second is the load.
              if (loads++ > 0) throw new Error('the process ends here');
              yield batch.slice(1500);
              count += batch.length;
            }
            expect(count).toBe(3000);
          },
        };
        let loads = 0;
        await expect(engine.openTerms(broken, RECIPE, testTools())).rejects.toThrow('the process ends here');
        expect(await engine.collections()).toMatchObject([{ kind: 'terms', complete: false }]);
        const tools = testTools();
        await engine.openTerms(whole, RECIPE, tools);
        expect(tools.notes.join()).toMatch(/loaded, 1,\d{3} were there; all 3,000 checked/);
        expect(await engine.collections()).toMatchObject([{ complete: true, documents: 3000, deleted: 0 }]);
        const again = testTools();
        await engine.openTerms(
          {
            key: whole.key,
            rows: () => {
              throw new Error('read again');
            },
          },
          RECIPE,
          again,
        );
        expect(again.notes).toEqual([]);
      }));

    it('lets two processes load the same corpus at once', () =>
      withEngine(async (engine) => {
        const other = await open();
        const corpus = alike(2500);
        const [one, two] = await Promise.all([
          engine.openTerms(corpus, RECIPE, testTools()),
          other.openTerms(corpus, RECIPE, testTools()),
        ]);
        expect(one.figures).toEqual(two.figures);
        expect(await engine.collections()).toMatchObject([{ complete: true, documents: 2500, deleted: 0 }]);
        await other.close();
      }));

    it('is loaded in parts by several clients, and complete when the last of them has checked the whole', () =>
      withEngine(async (engine) => {
        const corpus = alike(5000);
        const part = (index: number) => ({ part: { index, count: 3 } });
        for (const index of [2, 1])
          await expect(engine.openTerms(corpus, RECIPE, testTools(), part(index))).rejects.toThrow(
            PartLoaded,
          );
        expect(await engine.collections()).toMatchObject([{ complete: false }]);
        const tools = testTools();
        const { figures } = await engine.openTerms(corpus, RECIPE, tools, part(3));
        expect(figures.documents).toBe(5000);
        expect(tools.notes.join()).toContain('all 5,000 checked');
        expect(await engine.collections()).toMatchObject([{ complete: true, documents: 5000, deleted: 0 }]);
      }));

    it('tells corpora and settings apart', () =>
      withEngine(async (engine) => {
        await engine.openTerms(corpusOf('one', SMALL), RECIPE, testTools());
        await engine.openTerms(corpusOf('two', SMALL.slice(1)), RECIPE, testTools());
        await engine.openTerms(corpusOf('one', SMALL), { ...RECIPE, b: 0.5 }, testTools());
        expect((await engine.collections()).map(({ documents }) => documents).sort()).toEqual([3, 4, 4]);
      }));

    it('drops what it is told to drop, and nothing else', () =>
      withEngine(async (engine) => {
        await engine.openTerms(corpusOf('one', SMALL), RECIPE, testTools());
        await engine.openTerms(corpusOf('two', SMALL), RECIPE, testTools());
        const [first, second] = await engine.collections();
        await engine.drop(first!.name);
        expect((await engine.collections()).map(({ name: left }) => left)).toEqual([second!.name]);
        await expect(engine.drop(first!.name)).rejects.toThrow('there is no collection');
        await expect(engine.drop('*')).rejects.toThrow('was not made by r2med');
      }));

    it('finds the documents of ids with any characters', () =>
      withEngine(async (engine) => {
        const ids = ['a/b', 'ü "quoted"', '𝒳', '-1', '\\u0041', ' space ', 'x'.repeat(500)];
        const corpus = corpusOf(
          'ids',
          ids.map((id) => ({ id, text: 'urate' })),
        );
        const runner = await engineBm25('bm25-lucene', {}, engine).open(corpus, testTools());
        const [found] = await runner.run([{ id: 'q', text: 'urate' }]);
        expect(new Set(found!.hits.map(({ docId: id }) => id))).toEqual(new Set(ids.map(docId)));
      }));

    it('refuses presets that it cannot score exactly', () =>
      withEngine(async (engine) => {
        for (const preset of ['bm25-mteb', 'bm25-hakari'] as const)
          expect(() => engineBm25(preset, {}, engine)).toThrow(`run ${preset} without --engine`);
      }));
  });
};
