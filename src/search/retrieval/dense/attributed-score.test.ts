import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import type { DocId, ScorePart } from '../../../core/index.js';
import { attributedScores, type ScoredText } from './attributed-score.js';
import { extraVectors } from './extra-vectors.js';

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
const cosine = (a: Float32Array, b: Float32Array): number =>
  dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);

const opened = async (query: string, options: Parameters<typeof hashingEmbedder>[0] = {}) => {
  const [embedder, tools] = [hashingEmbedder(options), testTools()];
  const vectorOf = async (text: string) =>
    (await (await extraVectors(embedder, true, tools))([text])).get(text);
  const point = (await vectorOf(query))!;
  const near = (vector: Float32Array): number => cosine(point, vector);
  const scoreOf = async (text: string): Promise<number> => near((await vectorOf(text))!);
  const documentOf = async (text: string, offset = 0): Promise<ScoredText> => ({
    id: 'd' as DocId,
    text,
    offset,
    score: await scoreOf(text),
  });
  const attribute = (document: ScoredText, make = true) =>
    attributedScores([document], embedder, near, make, tools);
  return { embedder, scoreOf, documentOf, attribute };
};

const sum = (parts: readonly ScorePart[]): number => parts.reduce((total, { value }) => total + value, 0);
const GOUT = 'Urate crystals inflame the toe. It swells at night. Alcohol is a cause.';

describe('a dense score', () => {
  it('is the sum of its sentences and of what a text that says nothing scores', async () => {
    const { documentOf, attribute, scoreOf } = await opened('a swollen toe at night');
    const document = await documentOf(GOUT, 5);
    const parts = (await attribute(document)).of(document)!;
    expect(sum(parts)).toBeCloseTo(document.score, 12);
    expect(parts.map(({ name }) => name).sort()).toEqual([
      'not attributed',
      'sentence 1',
      'sentence 2',
      'sentence 3',
    ]);
    expect(parts.find(({ name }) => name === 'not attributed')!.value).toBe(await scoreOf('.'));
    const second = parts.find(({ name }) => name === 'sentence 2')!;
    expect(second).toMatchObject({
      word: 'It swells at night.',
      ranges: [[37, 56]],
      details: { error: expect.any(Number) },
    });
  });

  it('gives a sentence the mean of what it adds after those before it and before those after it', async () => {
    const { documentOf, attribute, scoreOf } = await opened('a swollen toe at night');
    const document = await documentOf('Urate crystals inflame the toe. It swells at night.');
    const [first, second, both, nothing] = await Promise.all(
      ['Urate crystals inflame the toe.', 'It swells at night.', document.text, '.'].map(scoreOf),
    );
    const [forward, backward] = [first! - nothing!, both! - second!];
    const part = (await attribute(document)).of(document)!.find(({ name }) => name === 'sentence 1')!;
    expect(part.value).toBeCloseTo((forward + backward) / 2, 12);
    expect(part.details!.error).toBeCloseTo(Math.abs(forward - backward) / 2, 12);
  });

  it('loses by a word what the document scores less without it, and names what words leave of a sentence', async () => {
    const { documentOf, attribute, scoreOf } = await opened('a swollen toe at night');
    const document = await documentOf(GOUT);
    const parts = (await attribute(document)).of(document)!;
    const { value, from } = parts.find((part) => part.from)!;
    expect(sum(from!.parts)).toBeCloseTo(value, 12);
    expect(from!.parts.at(-1)!.name).toBe('not attributed');
    for (const { name, value: lost, ranges } of from!.parts.slice(0, -1)) {
      const [[start, end]] = ranges as [[number, number]];
      expect(document.text.slice(start, end)).toBe(name);
      const rest = `${document.text.slice(0, start)}${document.text.slice(end)}`.trim();
      expect(lost).toBeCloseTo(document.score - (await scoreOf(rest)), 12);
    }
  });

  it('costs at most 39 vectors of a document, however long it is, and none the second time', async () => {
    const { embedder, documentOf, attribute } = await opened('a swollen toe');
    const document = await documentOf(
      Array.from(
        { length: 60 },
        (_, i) =>
          `The ${i}th toe swells because crystals number ${i} inflame joints, tendons, bursae, kidneys, cartilage, tissue, vessels, nerves, muscles, fingers, wrists, ankles, knees and elbows.`,
      ).join(' '),
    );
    const before = embedder.asked.length;
    const parts = (await attribute(document)).of(document)!;
    const asked = embedder.asked.length - before;
    expect(asked).toBeLessThanOrEqual(39);
    expect(parts).toHaveLength(13);
    expect((await attribute(document, false)).of(document)).toEqual(parts);
    expect(embedder.asked.length - before).toBe(asked);
  });

  it('is left as it is where vectors are not there or cannot be made', async () => {
    const { documentOf, attribute, embedder } = await opened('toe');
    const document = await documentOf(GOUT);
    const before = embedder.asked.length;
    const cachedOnly = await attribute(document, false);
    expect([cachedOnly.missing, cachedOnly.of(document), embedder.asked.length]).toEqual([
      1,
      undefined,
      before,
    ]);
    const failing = await opened('toe', { fails: (text) => text === 'Urate crystals inflame the toe.' });
    const lost = await failing.attribute(await failing.documentOf(GOUT));
    expect([lost.missing, lost.of(document)]).toEqual([1, undefined]);
  });

  it('adds up for any text', async () => {
    const { documentOf, attribute } = await opened('a swollen toe at night');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (text) => {
        const document = await documentOf(text);
        expect(sum((await attribute(document)).of(document)!)).toBeCloseTo(document.score, 9);
      }),
      { numRuns: 60 },
    );
  });
});
