import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRank, type Corpus, corpusOf, type Query, queryId, type Retriever } from '../../src/core/index.js';
import { testTools } from '../support/tools.js';

const DOCUMENTS = [
  {
    id: 'gout',
    text: 'Monosodium urate crystals deposit in a joint and inflame it; colchicine calms the attack.',
  },
  { id: 'pseudogout', text: 'Calcium pyrophosphate crystals inflame the knee of older people.' },
  { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin and makes people tired and pale.' },
  { id: 'thyroid', text: 'Too little thyroid hormone makes people tired, cold and slow.' },
  { id: 'empty', text: '' },
  { id: 'apnoea', text: 'Snoring and pauses of breath at night leave people tired by day.' },
  { id: 'gout', text: 'Allopurinol lowers urate and prevents attacks of gout.' },
  { id: 'naïve-ß', text: 'Größe: 37 °C, 1,000.5 mg/dL – naïve T-cells' },
];

const query = (text: string, id = text): Query => ({ id: queryId(id), text });

/** What every retriever keeps to, whatever it does inside. A new one's test file calls this. */
export const describeRetriever = (name: string, make: (topK: number) => Retriever): void => {
  describe(`${name} is a retriever`, () => {
    const corpus: Corpus = corpusOf('conformance', DOCUMENTS);
    const search = async (queries: readonly Query[], topK = 5) =>
      (await make(topK).open(corpus, testTools())).run(queries);

    it('answers every query, in the order they were asked', async () => {
      const answers = await search([query('tired'), query('urate'), query('xyzzy')]);
      expect(answers.map((answer) => answer.query.id)).toEqual(['tired', 'urate', 'xyzzy']);
    });

    it('returns at most as many hits as asked for, each document once, best first', async () => {
      const property = fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 10 }),
        async (text, topK) => {
          const [answer] = await search([query(`urate crystals tired ${text}`, 'q')], topK);
          const hits = answer!.hits;
          expect(hits.length).toBeLessThanOrEqual(topK);
          expect(new Set(hits.map((hit) => hit.docId)).size).toBe(hits.length);
          expect(hits).toEqual([...hits].sort(byRank));
          expect(hits.every((hit) => Number.isFinite(hit.score))).toBe(true);
        },
      );
      await fc.assert(property, { numRuns: 20 });
    });

    it('finds the document that says it', async () => {
      const [gout] = await search([query('allopurinol prevents urate gout')]);
      expect(gout!.hits[0]!.docId).toBe('gout');
      const [thyroid] = await search([query('thyroid hormone')]);
      expect(thyroid!.hits[0]!.docId).toBe('thyroid');
    });

    it('gives the same answer to the same query, alone or among others', async () => {
      const [alone] = await search([query('tired people')]);
      const among = await search([query('urate'), query('tired people'), query('knee')]);
      expect(among[1]!.hits).toEqual(alone!.hits);
    });

    it('answers empty and unknown queries without failing', async () => {
      const answers = await search([query('', 'nothing'), query('qwertyuiop'), query('the of and')]);
      expect(answers.every(({ hits }) => hits.every((hit) => Number.isFinite(hit.score)))).toBe(true);
    });

    it('searches a corpus of empty documents without failing', async () => {
      const empty = corpusOf('empty', [
        { id: 'a', text: '' },
        { id: 'b', text: ' ' },
      ]);
      const { run } = await make(5).open(empty, testTools());
      expect(await run([query('anything')])).toHaveLength(1);
    });

    it('gives the same answer from its cache', async () => {
      const tools = testTools();
      const first = await (await make(5).open(corpus, tools)).run([query('tired people')]);
      const second = await (await make(5).open(corpus, tools)).run([query('tired people')]);
      expect(second).toEqual(first);
    });

    it('is described by plain JSON that names how many hits it keeps', () => {
      expect(JSON.parse(JSON.stringify(make(7).spec))).toEqual(make(7).spec);
      expect(make(7).spec).not.toEqual(make(8).spec);
    });
  });
};
