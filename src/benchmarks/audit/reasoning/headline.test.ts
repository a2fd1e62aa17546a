import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { random } from '../../../core/index.js';
import { nodeTools } from '../../../platform/node/index.js';
import { type GivenTask, taskOf } from '../../../tasks/index.js';
import { reasoningNeed } from './reasoning-need.js';

type Parts = Omit<GivenTask, 'name' | 'judgements'> & {
  readonly judgements: Record<string, readonly string[]>;
};

/**
 * Texts of drawn words, common ones far more often than rare ones. The evidence of a query repeats `shared` of its words; the
 * other documents share words with it by chance alone.
 */
const drawnTask = (documents: number, { shared = 0, seed = 1, queries = 40, words = 30 } = {}): Parts => {
  const next = random(seed);
  const word = () => `w${Math.floor(3000 ** (0.2 + 0.8 * next()))}x`;
  const text = (count: number) => Array.from({ length: count }, word);
  const asked = Array.from({ length: queries }, (_, i) => ({ id: `q${i}`, words: text(words) }));
  const evidence = asked.map((query, i) => ({
    id: `e${i}`,
    text: [...query.words.slice(0, shared), ...text(60 - shared)].join(' '),
  }));
  const others = Array.from({ length: documents - queries }, (_, i) => ({
    id: `d${i}`,
    text: text(60).join(' '),
  }));
  return {
    queries: asked.map(({ id, words: own }) => ({ id, text: own.join(' ') })),
    documents: [...evidence, ...others],
    judgements: Object.fromEntries(asked.map(({ id }, i) => [id, [`e${i}`]])),
  };
};

const tools = () => nodeTools({ quiet: true, threads: 1, cache: false });

const needOf = async (parts: Parts): Promise<number> => {
  const { headline } = await reasoningNeed(taskOf({ name: 'drawn', ...parts }), tools());
  return headline!.mean;
};

describe('the headline', () => {
  it('is near 0 where the evidence says the words of the query', async () => {
    expect(await needOf(drawnTask(1000, { shared: 25 }))).toBeLessThan(0.02);
  });

  it('is about 0.86 where the evidence shares no more words with the query than any document', async () => {
    expect(await needOf(drawnTask(1000, { queries: 200 }))).toBeCloseTo(0.86, 1);
  });

  it('is above a half where evidence and query share no words at all', async () => {
    const { documents, ...rest } = drawnTask(1000);
    const foreign = documents.map(({ id, text }) => ({
      id,
      text: id.startsWith('e') ? text.replaceAll('w', 'z') : text,
    }));
    expect(await needOf({ documents: foreign, ...rest })).toBeGreaterThan(0.86);
  });

  it('is above a half where no document shares a word with the query', async () => {
    const { queries, ...rest } = drawnTask(1000);
    const foreign = queries.map(({ id, text }) => ({ id, text: text.replaceAll('w', 'z') }));
    expect(await needOf({ queries: foreign, ...rest })).toBeCloseTo(0.9, 2);
  });

  it('falls as the evidence shares more words with the query', async () => {
    const needs = [];
    for (const shared of [0, 3, 6, 12]) needs.push(await needOf(drawnTask(1000, { shared })));
    expect(needs).toEqual([...needs].sort((a, b) => b - a));
    expect(needs[0]! - needs[3]!).toBeGreaterThan(0.5);
  });

  it('is not decided by the size of the corpus', async () => {
    const small = await needOf(drawnTask(500, { shared: 2 }));
    const large = await needOf(drawnTask(4000, { shared: 2 }));
    expect(small).toBeGreaterThan(0.4);
    expect(small).toBeLessThan(0.7);
    expect(Math.abs(small - large)).toBeLessThan(0.05);
  });

  it('is not decided by the length of documents or queries', async () => {
    const parts = drawnTask(1000, { shared: 3 });
    const twice = (rows: Parts['documents']) => rows.map(({ id, text }) => ({ id, text: `${text} ${text}` }));
    const need = await needOf(parts);
    expect(Math.abs((await needOf({ ...parts, documents: twice(parts.documents) })) - need)).toBeLessThan(
      0.03,
    );
    expect(Math.abs((await needOf({ ...parts, queries: twice(parts.queries) })) - need)).toBeLessThan(0.03);
  });

  it('stays between 0 and 1, and its interval holds its mean, for any task', async () => {
    const text = fc.array(fc.constantFrom('gout', 'toe', 'urate', 'iron', 'the', ''), { maxLength: 6 });
    const texts = fc.array(text, { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (documents, queries) => {
        const need = await reasoningNeed(
          taskOf({
            name: 'any',
            documents: documents.map((words, i) => ({ id: `d${i}`, text: words.join(' ') })),
            queries: queries.map((words, i) => ({ id: `q${i}`, text: words.join(' ') })),
            judgements: Object.fromEntries(queries.map((_, i) => [`q${i}`, [`d${i % documents.length}`]])),
          }),
          testTools(),
        );
        expect(JSON.stringify({ ...need, headline: need.headline ?? 'none' })).not.toMatch(/null|NaN/);
        for (const { unit, mean, interval, quartiles, histogram, queries: counted } of [
          ...(need.headline ? [need.headline] : []),
          ...need.groups.flatMap(({ figures }) => figures),
        ]) {
          expect(interval[0]).toBeLessThanOrEqual(mean + 1e-9);
          expect(interval[1]).toBeGreaterThanOrEqual(mean - 1e-9);
          expect([...quartiles]).toEqual([...quartiles].sort((a, b) => a - b));
          expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(counted);
          expect(histogram.edges).toHaveLength(histogram.counts.length + 1);
          if (unit !== 'share') continue;
          expect(mean).toBeGreaterThanOrEqual(0);
          expect(mean).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
