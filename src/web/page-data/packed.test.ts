import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packed, unpacked } from './packed.js';

it('gives back every value of JSON, whatever repeats in it', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const all = { first: [one, other, one], again: { one, other }, more: [[other]] };
      expect(unpacked(packed(all))).toEqual(JSON.parse(JSON.stringify(all)));
    }),
  );
});

it('reads what JSON says of fields without a value, of numbers without end, and of a field named __proto__', () => {
  const odd = [{ a: undefined, b: Number.NaN }, [undefined], JSON.parse('{"__proto__": {"a": [1, 2]}}')];
  const read = unpacked(packed([odd, odd]));
  expect(read).toEqual(JSON.parse(JSON.stringify([odd, odd])));
  expect(JSON.stringify(read)).toBe(JSON.stringify([odd, odd]));
});

it('writes what several say once', () => {
  const hit = {
    document: 'a document',
    parts: [
      {
        term: 'fever',
        places: [
          [3, 8],
          [20, 25],
        ],
      },
    ],
  };
  const systems = Array.from({ length: 50 }, (_, rank) => ({ rank, hits: [hit] }));
  expect(packed(systems).split('fever')).toHaveLength(2);
  expect(packed(systems).length).toBeLessThan(JSON.stringify(systems).length / 5);
});
