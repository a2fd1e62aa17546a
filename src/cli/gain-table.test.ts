import { describe, expect, it } from 'vitest';
import type { RerankedSystem } from '../analysis/comparison/index.js';
import { unstyled } from '../core/index.js';
import { rerankedText } from './gain-table.js';

const ROW: RerankedSystem = {
  system: 'bm25 > monobert(10)',
  first: 'bm25',
  mean: 'mean of queries',
  before: 0.2,
  after: 0.5,
  difference: 0.3,
  interval: { low: 0.1, high: 0.4 },
  p: 0.25,
  holm: 0.5,
};

describe('the table of reranked systems', () => {
  it('shows the score before and after, the change with its interval, and both chances', () => {
    const text = unstyled(rerankedText([ROW], 'nDCG@10', 120));
    expect(text).toMatch(
      /^nDCG@10, reranked, mean of queries +before +after +change +95 % interval +p +Holm$/m,
    );
    expect(text).toMatch(
      /^bm25 > monobert\(10\) +20\.00 +50\.00 +\+30\.00 +\+10\.00 – \+40\.00 +0\.25\d* +0\.50\d*$/m,
    );
  });
});
