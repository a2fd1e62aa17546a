import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScorePart } from '../../core/index.js';
import { matchesIn } from '../../experiment/record/index.js';
import { settledScore } from './settled-score.js';

const sum = (parts: readonly ScorePart[]): number => parts.reduce((total, { value }) => total + value, 0);
const terms = (values: readonly number[]) => ({
  kind: 'terms' as const,
  score: 0,
  parts: values.map((value, i) => ({ name: `t${i}`, value })),
});

describe('a settled score', () => {
  it('has parts whose sum is the stored score, however 32-bit floats were added', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: -50, max: 50, noNaN: true }), { minLength: 1 }), (values) => {
        const stored = values.reduce((total, value) => Math.fround(total + value), 0);
        const settled = settledScore(terms(values), stored);
        expect(Math.fround(sum(settled!.parts))).toBe(Math.fround(stored));
      }),
    );
  });

  it('is none where the parts are those of another score', () => {
    expect(settledScore(terms([1, 2]), 3.01)).toBeUndefined();
    expect(settledScore(terms([]), 1)).toBeUndefined();
    expect(settledScore(terms([Number.NaN]), 1)).toBeUndefined();
  });

  it('may be 0 of nothing', () => {
    expect(settledScore(terms([]), 0)).toEqual({ kind: 'terms', score: 0, parts: [] });
  });

  it('drops what a part was made from where that does not add up', () => {
    const part = (inner: number): ScorePart => ({
      name: 'list',
      value: 1,
      from: { ...terms([inner]), score: 5, rank: 1 },
    });
    const settled = (inner: number) => settledScore({ kind: 'lists', score: 1, parts: [part(inner)] }, 1)!;
    expect(settled(5).parts[0]!.from?.score).toBe(5);
    expect(settled(4).parts[0]!.from).toBeUndefined();
  });
});

describe('marked places', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(8)).map(([from, length]) => [from, from + length] as const);
  const part: fc.Arbitrary<ScorePart> = fc.record({
    name: fc.string({ maxLength: 3 }),
    value: fc.float({ min: -2, max: 5, noNaN: true }),
    ranges: fc.array(range, { maxLength: 4 }),
  });

  it('are in order and apart, each no weaker than 0 and no stronger than 1', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        let end = 0;
        for (const {
          range: [from, to],
          strength,
        } of matchesIn(parts)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          expect(strength).toBeGreaterThan(0);
          expect(strength).toBeLessThanOrEqual(1);
          end = to;
        }
      }),
    );
  });

  it('belong to the strongest of the parts that claim them', () => {
    const parts = [
      { name: 'weak', value: 1, ranges: [[0, 4] as const] },
      { name: 'strong', value: 2, ranges: [[2, 6] as const] },
    ];
    expect(matchesIn(parts).map((match) => match.part)).toEqual(['strong']);
  });
});
