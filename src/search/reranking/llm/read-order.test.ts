import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersIn, readOrder } from './read-order.js';
import { newTally, type Tally } from './tally.js';

const read = (answer: string, count: number) => {
  const tally = newTally();
  const order = readOrder(answer, count, tally);
  const { unparsed, missing, repeated, unknown } = tally;
  return { order: order?.map((place) => place + 1), unparsed, missing, repeated, unknown };
};
const NOTHING = { unparsed: 0, missing: 0, repeated: 0, unknown: 0 };

/** By RankGPT's rule: non-digits are spaces; repeats and numbers outside dropped; missing ones appended in their old order. */
const TABLE: readonly [string, readonly number[], Partial<Tally>][] = [
  ['[2] > [1] > [3] > [4]', [2, 1, 3, 4], {}],
  ['[4]>[3]>[2]>[1]', [4, 3, 2, 1], {}],
  ['2 1 4 3', [2, 1, 4, 3], {}],
  ['4, 3, 2, 1.', [4, 3, 2, 1], {}],
  ['[3] > [1]', [3, 1, 2, 4], { missing: 2 }],
  ['[3] > [3] > [1] > [3]', [3, 1, 2, 4], { repeated: 2, missing: 2 }],
  ['[9] > [2] > [0]', [2, 1, 3, 4], { unknown: 2, missing: 3 }],
  ['[-2] > [1]', [2, 1, 3, 4], { missing: 2 }],
  ['[1.5] > [2]', [1, 2, 3, 4], { unknown: 1, missing: 2 }],
  ['[04] > [002]', [4, 2, 1, 3], { missing: 2 }],
  ['[99999999999999999999999999] > [2]', [2, 1, 3, 4], { unknown: 1, missing: 3 }],
  ['Sure! The order is:\n[2] > [4]\nI hope that helps.', [2, 4, 1, 3], { missing: 2 }],
  ['［２］＞［１］', [2, 1, 3, 4], { missing: 2 }],
  ['[٣] > [١]', [3, 1, 2, 4], { missing: 2 }],
  ['[𝟐] > [𝟷]', [2, 1, 3, 4], { missing: 2 }],
  // Python's isdigit takes it for a digit and int then fails; we take it for a space.
  ['[2²] > [1]', [2, 1, 3, 4], { missing: 2 }],
  ['2134', [1, 2, 3, 4], { unparsed: 1, unknown: 1 }],
];

describe('an order is read', () => {
  it.each(TABLE)('%j', (answer, order, counts) => {
    const expected = { ...NOTHING, ...counts };
    expect(read(answer, 4)).toEqual({ order: counts.unparsed ? undefined : order, ...expected });
  });

  it.each(['', ' ', 'I cannot rank these.', '[] > []', '[B] > [A]', '²', '[7]'])(
    'not from %j, which names no document',
    (answer) => {
      expect(read(answer, 4)).toMatchObject({ order: undefined, unparsed: 1, missing: 0 });
    },
  );

  it('as a permutation, from anything', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String), fc.constant('] > ['));
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 30 }), (pieces, count) => {
        const { order } = read(pieces.join(''), count);
        if (order)
          expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      }),
    );
  });

  it('back as it was written', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }), (order) => {
        expect(read(order.map((number) => `[${number}]`).join(' > '), 6)).toEqual({ order, ...NOTHING });
      }),
    );
  });
});

it('digits of all scripts have their values', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)),
  );
  expect(all.length).toBeGreaterThan(600);
  for (const [i, code] of all.entries())
    expect(numbersIn(String.fromCodePoint(code)), code.toString(16)).toEqual([i % 10]);
});
