import { expect, it } from 'vitest';
import { keyOf } from '../page-data/index.js';
import { likeTheBest, type ScoredResult } from './like-the-best.js';

const own = (system: string, scores: readonly number[]): ScoredResult => ({
  system: keyOf(system),
  contentHash: '',
  ids: scores.map((_, i) => `q${i}`),
  scores,
});

const values = (value: number): readonly number[] => Array.from({ length: 12 }, () => value);

it('names the best, and whom a test does not tell from it', () => {
  const almost = values(0.9).map((value, i) => (i === 0 ? 0.8 : value));
  const results = [own('worse', values(0.1)), own('almost', almost), own('best', values(0.9))];
  expect(likeTheBest(results)).toEqual({
    best: keyOf('best'),
    others: new Set([keyOf('almost')]),
    queries: 12,
  });
});

it('leaves out what was scored on other queries, and is empty without results', () => {
  const results = [own('best', values(0.9)), own('shorter', values(0.9).slice(1))];
  expect(likeTheBest(results)).toEqual({ best: keyOf('best'), others: new Set(), queries: 12 });
  expect(likeTheBest([])).toEqual({ others: new Set(), queries: 0 });
});
