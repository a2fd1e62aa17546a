import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntryScores } from './lattice.js';
import { groupsOf } from './summary-tree.js';

describe('groups of near texts', () => {
  it('have every text once, are not too large, and are at most half as many, and one', () => {
    const lists = fc
      .integer({ min: 1, max: 60 })
      .chain((count) =>
        fc.array(fc.array(fc.nat(count - 1), { maxLength: 12 }), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 8 }), (nearest, most) => {
        const groups = groupsOf(nearest, most);
        expect(groups.flat().sort((a, b) => a - b)).toEqual(nearest.map((_, i) => i));
        expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(most);
        expect(groups.length).toBeLessThanOrEqual(Math.ceil(nearest.length / 2) + 1);
      }),
    );
  });

  it('are of what is nearest and not taken; small ones are joined', () => {
    expect(groupsOf([[0, 3], [1, 0], [2, 1, 4], [3], [4]], 3)).toEqual([[0, 3], [1], [2, 4]]);
    expect(groupsOf([[0], [1], [2], [3]], 3)).toEqual([[0, 1, 2], [3]]);
  });
});

describe('scores of entries', () => {
  it('are read from what follows the last "Scores:", by number', () => {
    const answer = 'Entry [1] 99 is near.\nScores:\n[1] 80\n[2]: 5\n[2] = 7\n[3] 101\n[9] 50';
    expect([...readEntryScores(answer, 3)]).toEqual([
      [1, 80],
      [2, 7],
    ]);
  });

  it('are on the scale and of entries that were shown, whatever is said', () => {
    const words = fc.array(
      fc.constantFrom('[', ']', '1', '22', '100', ' ', '\n', 'Scores:', ': ', '.5', 'x'),
    );
    fc.assert(
      fc.property(words, (parts) => {
        for (const [entry, score] of readEntryScores(parts.join(''), 20)) {
          expect(entry >= 1 && entry <= 20).toBe(true);
          expect(score >= 0 && score <= 100).toBe(true);
        }
      }),
    );
  });
});
