import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestFirst } from '../../../core/index.js';
import { batches, byCharacters, type Item } from '../../../platform/api-client/index.js';
import { preparingFor } from './open-embedding-api.js';

const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', '漢', '😀', '"') });

describe('preparing a text', () => {
  it('never sends more than the limit allows, and says when it cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (given, most) => {
        const { item } = preparingFor('query', { maxTokens: { query: most }, cutter: byCharacters });
        const { sent, cut } = item(0, given);
        expect(given.startsWith(sent)).toBe(true);
        expect(sent.length).toBeLessThanOrEqual(4 * most);
        expect(cut).toBe(sent.length < given.length);
        expect(sent.isWellFormed()).toBe(true);
        if (cut) expect(sent.length).toBeGreaterThanOrEqual(4 * most - 1);
      }),
    );
  });

  it('keeps one token of a text whose prompt is longer than the limit', () => {
    const { item } = preparingFor('query', {
      maxTokens: { query: 2 },
      prompts: { query: { prefix: 'a very long instruction ' } },
      cutter: byCharacters,
    });
    expect(item(0, 'gouty arthritis').sent).toBe('a very long instruction gout');
  });

  it('shortens what is left of the text, not its prompt, and encodes it again', () => {
    const { item, shorter } = preparingFor('document', {
      prompts: { document: { prefix: 'p: ', suffix: '.' } },
      asJson: true,
      cutter: byCharacters,
    });
    const whole = item(3, 'été 1234');
    expect(whole.sent).toBe(String.raw`p: "\u00e9t\u00e9 1234".`);
    const half = shorter(whole, 0.5)!;
    expect(half).toMatchObject({ place: 3, cut: true, shortened: true });
    expect(half.sent).toBe(String.raw`p: "\u00e9t\u00e9 ".`);
  });

  it('counts the bytes that its request will have', () => {
    const { item } = preparingFor('document', { cutter: byCharacters });
    for (const given of ['', 'gout', 'a "quoted"\nline', '漢字 😀']) {
      expect(item(0, given).bytes).toBe(Buffer.byteLength(JSON.stringify([given])) - 1);
    }
  });
});

describe('batches', () => {
  const item = (place: number, tokens: number, bytes: number): Item => ({
    place,
    body: '',
    sent: '',
    tokens,
    bytes,
    cut: false,
    shortened: false,
  });

  it('hold every text once, in order, within all limits, and are as full as they can be', () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })));
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (given, texts) => {
        const limits = { texts, tokens: 15, bytes: 15 };
        const items = given.map(([tokens, bytes], place) => item(place, tokens, bytes));
        const made = [...batches(items, limits)];
        expect(made.flat()).toEqual(items);
        const sum = (batch: readonly Item[], of: 'tokens' | 'bytes') =>
          batch.reduce((total, each) => total + each[of], 0);
        const fits = (batch: readonly Item[]) =>
          batch.length <= texts && sum(batch, 'tokens') <= 15 && sum(batch, 'bytes') <= 15;
        made.forEach((batch, i) => {
          expect(batch.length === 1 || fits(batch)).toBe(true);
          const next = made[i + 1]?.[0];
          if (next) expect(fits([...batch, next])).toBe(false);
        });
      }),
    );
  });

  it('take the longest texts first, equally long ones in their order', () => {
    expect(longestFirst(['b', 'aaa', '', 'c', 'dddd'])).toEqual([4, 1, 0, 3, 2]);
  });
});
