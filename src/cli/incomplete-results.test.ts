import { describe, expect, it } from 'vitest';
import { result } from '../../test/support/made-result.js';
import {
  compareSystems,
  countedScores,
  incompleteGates,
  scoresOfResults,
} from '../analysis/comparison/index.js';
import { tabulate } from '../analysis/leaderboard/index.js';
import { unstyled } from '../core/index.js';
import type { Incomplete, Result } from '../experiment/record/index.js';
import { leftOutText } from './incomplete-results.js';
import { leaderboardText } from './leaderboard-table.js';
import { reproducedText } from './reproduced-table.js';

const LOST: Incomplete = { 'documents without a vector': { count: 3, reason: 'too odd' } };
const lacking = (made: Result): Result => ({ ...made, record: { ...made.record, incomplete: LOST } });
const FAULTY = [result('m', 'A', [1, 0]), lacking(result('m', 'B', [1, 1]))];

describe('incomplete results', () => {
  it('stand in brackets in a table, and their mean says why it is not there', () => {
    const text = (includeIncomplete: boolean) =>
      unstyled(leaderboardText(tabulate(FAULTY, { measure: 'nDCG@10', includeIncomplete }), {}, 120));
    expect(text(false)).toMatch(/m +1 incomplete +50\.00 +\(100\.00\)/);
    expect(text(true)).toMatch(/m +\(75\.00\) .* 50\.00 +\(100\.00\)/);
    expect(text(false)).toContain('(…): incomplete');
  });

  it('are left out of a comparison, fail a gate, and are counted when that is asked', () => {
    const sides = [
      scoresOfResults('a', [result('a', 'A', [1, 0]), result('a', 'B', [0, 0])]),
      scoresOfResults('m', FAULTY),
    ];
    const { sides: counted, incomplete } = countedScores(sides);
    expect(compareSystems(counted, 'nDCG@10').tasks).toEqual(['A']);
    expect(incompleteGates('nDCG@10', incomplete)).toEqual([
      {
        system: 'm',
        measure: 'nDCG@10',
        check: 'nDCG@10 on B is complete',
        holds: false,
        said:
          'fails: nDCG@10 of m is not known, since a result is incomplete: ' +
          'B: m: documents without a vector: 3 (too odd)',
      },
    ]);
    expect(compareSystems(countedScores(sides, true).sides, 'nDCG@10').tasks).toEqual(['A', 'B']);
    expect(leftOutText(incomplete)).toContain('add --include-incomplete');
    expect(leftOutText(incomplete, true)).toContain('Counted, although incomplete');
  });

  it('are named under a table of reproduced scores', () => {
    const base = { source: 's', task: 'A', measure: 'nDCG@10', published: 0.5, ours: 0.5 } as const;
    const shown = reproducedText(
      [
        { system: 'm', comparisons: [{ ...base, verdict: 'same', numberType: 'exact' }] },
        { system: 'm', comparisons: [], incomplete: { task: 'B', missing: 'pairs without a score: 2 (x)' } },
      ],
      'nDCG@10',
      120,
    );
    expect(shown).toContain('Incomplete: B: m: pairs without a score: 2 (x)\n1 of 1 published scores');
  });
});
