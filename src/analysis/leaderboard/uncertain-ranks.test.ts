import { describe, expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { rankRanges, separableGroups } from './uncertain-ranks.js';

const next = random(7);
const queries = 60;
/** Two tasks whose queries differ in difficulty; `shift` is what a system adds to each, with noise of its own. */
const difficulty = [0, 1].map(() => Array.from({ length: queries }, () => next() * 0.5));
const system = (shift: number, noise: number) =>
  difficulty.map((task) => task.map((each) => each + shift + (next() - 0.5) * noise));

const best = system(0.3, 0.05);
const close = system(0.1, 0.3);
const same = close.map((task) => task.map((score, i) => score - (i % 2 === 0 ? 0.05 : -0.048)));
const last = system(0, 0.05);

describe('rank ranges', () => {
  it('a system that is always better has one rank, two that are close share theirs', () => {
    expect(rankRanges([best, close, same, last])).toEqual([
      [1, 1],
      [2, 3],
      [2, 3],
      [4, 4],
    ]);
  });

  it('equal systems share the better rank, and one alone is first', () => {
    expect(rankRanges([best, best])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(rankRanges([last])).toEqual([[1, 1]]);
    expect(rankRanges([])).toEqual([]);
  });
});

describe('separable groups', () => {
  it('parts what a test tells apart, and nothing else', () => {
    expect(separableGroups([best, close, same, last])).toEqual([1, 2, 2, 3]);
    expect(separableGroups([best, best])).toEqual([1, 1]);
    expect(separableGroups([])).toEqual([]);
  });
});
