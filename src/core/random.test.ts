import { expect, it } from 'vitest';
import { random, randomBits } from './random.js';

it('the same seed gives the same numbers, another seed others', () => {
  const take = (seed: number): number[] => Array.from({ length: 5 }, random(seed));
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
});

it('numbers fill [0, 1) evenly', () => {
  const draw = random(1);
  const tenths = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i++) tenths[Math.floor(draw() * 10)]! += 1;
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

it('any number can be had by its place alone', () => {
  for (const seed of [0, 7, -3, 1.5, 2 ** 32 - 1, 2 ** 40 + 5]) {
    const next = random(seed);
    for (let nth = 0; nth < 100; nth++) expect(randomBits(seed, nth) / 2 ** 32).toBe(next());
  }
});
