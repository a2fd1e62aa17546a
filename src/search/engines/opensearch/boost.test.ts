import fc from 'fast-check';
import { expect, it } from 'vitest';
import { luceneIdf } from '../../retrieval/index.js';
import { boostFor } from './terms-index.js';

const { fround } = Math;

it('the engine makes of a boost how often a term is said, to the last bit, where a float32 can be found', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(0, 0.5, 0.9, 1.2, 1.5), (times, k1) => {
      const factor = fround(1 + fround(k1));
      const boost = boostFor(times, factor);
      if (boost !== undefined) expect(fround(boost * factor)).toBe(times);
    }),
  );
  expect(boostFor(3, 1)).toBe(3);
  for (let times = 1; times <= 30; times++) expect(boostFor(times, fround(1.9))).toBeDefined();
  expect(boostFor(10, fround(4.7))).toBeUndefined();
});

it('a term has the idf of Lucene, above 0 even where every document has it', () => {
  expect(luceneIdf(10, 1)).toBe(fround(Math.log(1 + 9.5 / 1.5)));
  expect(luceneIdf(10, 10)).toBeGreaterThan(0);
});
