import { expect, it } from 'vitest';
import { queryId, shuffled } from '../../../core/index.js';
import { seedOf } from './groupwise.js';

it('task, query and pass give other seeds, and never change theirs', () => {
  const q = queryId('q1');
  expect(seedOf('Biology', q, 0)).toBe(seedOf('Biology', q, 0));
  const seeds = [
    seedOf('Biology', q, 0),
    seedOf('Biology', q, 1),
    seedOf('Biology', queryId('q2'), 0),
    seedOf('Bioinformatics', q, 0),
    // Joined without marks these two would be the first one again.
    seedOf('Biologyq', queryId('1'), 0),
    seedOf('Biology', queryId('q10'), 0),
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
});

it('the groups of a published record can be made again', () => {
  expect(seedOf('Biology', queryId('0'), 0)).toMatchInlineSnapshot(`4035485502`);
  expect(shuffled([0, 1, 2, 3, 4, 5, 6, 7], seedOf('Biology', queryId('0'), 0))).toMatchInlineSnapshot(`
    [
      1,
      4,
      7,
      6,
      0,
      5,
      2,
      3,
    ]
  `);
});
