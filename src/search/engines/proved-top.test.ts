import { expect, it } from 'vitest';
import { docId } from '../../core/index.js';
import type { CandidateRow, TermsIndex } from './engine.js';
import { type BoundedQuery, noProofs, provedTop } from './proved-top.js';

/** An index whose rows have these bounds and exact scores for every query. */
const indexOf = (rows: readonly { bound: number; exact: number }[], asked: number[], mostTerms = 9) =>
  ({
    mostTerms,
    candidates: async (queries, depth) => {
      asked.push(depth);
      const all = rows
        .map(
          ({ bound }, row): CandidateRow => ({
            row,
            id: docId(`d${row}`),
            score: bound,
            length: 1,
            frequencies: new Uint32Array(1),
          }),
        )
        .sort((a, b) => b.score - a.score)
        .slice(0, depth);
      return queries.map(() => all);
    },
  }) as Pick<TermsIndex, 'mostTerms' | 'candidates'> as TermsIndex;

const query = (rows: readonly { exact: number }[], topK: number, terms = 1): BoundedQuery => ({
  weights: new Map(Array.from({ length: terms }, (_, i) => [`t${i}`, 1])),
  counted: ['t0'],
  score: (candidates) => Float32Array.from(candidates, ({ row }) => rows[row]!.exact),
  lowest: (found) => {
    const scores = found.map(({ score }) => score).sort((a, b) => b - a);
    return scores[topK - 1];
  },
});

it('a list is proved when the last bound is below the lowest score of the ranking', async () => {
  const rows = [10, 9, 8, 3, 2].map((exact) => ({ bound: exact * 1.1, exact }));
  const asked: number[] = [];
  const proofs = noProofs();
  const [found] = await provedTop(indexOf(rows, asked), [query(rows, 2)], 4, proofs);
  expect(found!.map(({ row }) => row)).toEqual([0, 1, 2, 3]);
  expect(proofs).toEqual({ proved: 1, deepened: 0, deepest: 4, split: 0 });
});

it('a list is deepened until the document is found that the engine had too far down', async () => {
  // The best one by its exact score has the lowest bound.
  const rows = [...Array.from({ length: 40 }, () => ({ bound: 11, exact: 1 })), { bound: 10.5, exact: 10 }];
  const asked: number[] = [];
  const proofs = noProofs();
  const [found] = await provedTop(indexOf(rows, asked), [query(rows, 1)], 2, proofs);
  expect(Math.max(...found!.map(({ score }) => score))).toBe(10);
  expect(asked).toEqual([2, 4, 8, 16, 32, 64]);
  expect(proofs).toEqual({ proved: 0, deepened: 1, deepest: 41, split: 0 });
});

it('a bound that only equals the lowest score, or differs by rounding, proves nothing', async () => {
  for (const bound of [5, 5 - 2 ** -21]) {
    const rows = [
      { bound: 5, exact: 5 },
      { bound, exact: 5 },
      { bound, exact: 5 },
    ];
    const asked: number[] = [];
    const [found] = await provedTop(indexOf(rows, asked), [query(rows, 1)], 2, noProofs());
    expect([found!.length, asked]).toEqual([3, [2, 4]]);
  }
});

it('a query of more terms than the engine takes is asked in parts, whose last bounds add up', async () => {
  const rows = [10, 9, 6, 5.5, 1].map((exact) => ({ bound: exact, exact }));
  const asked: number[] = [];
  const proofs = noProofs();
  // Two parts: at depth 2 the bounds add up to 18, at 4 to 11, and then the lists end.
  await provedTop(indexOf(rows, asked, 2), [query(rows, 1, 3)], 2, proofs);
  expect([asked, proofs.split, proofs.deepened]).toEqual([[2, 4, 8], 1, 1]);
});

it('a list that cannot be proved is an error, not a guess', async () => {
  const rows = Array.from({ length: 101_000 }, () => ({ bound: 5, exact: 5 }));
  await expect(provedTop(indexOf(rows, []), [query(rows, 10)], 60_000, noProofs())).rejects.toThrow(
    'cannot be proved within 100,000 candidates each',
  );
});

it('an engine whose bound is below an exact score, as one of whole lengths is for Lucene, is an error and no ranking', async () => {
  const rows = [10, 9, 8].map((exact) => ({ bound: exact * 1.1, exact }));
  rows.push({ bound: 7, exact: 7.5 });
  await expect(provedTop(indexOf(rows, []), [query(rows, 1)], 4, noProofs())).rejects.toThrow(
    /the engine scores row 3 at most 7\.\d+; exactly it scores 7\.5/,
  );
});
