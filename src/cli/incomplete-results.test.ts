import { describe, expect, it } from 'vitest';
import { result } from '../../test/made-result.js';
import { compareSystems, countedSides, incompleteGates, scoresOfResults } from '../comparison/index.js';
import { tabulate } from '../leaderboard/index.js';
import type { Incomplete, Result } from '../record/index.js';
import { leftOutText, mustBeComplete } from './incomplete-results.js';
import { leaderboardText } from './leaderboard-table.js';
import { reproducedText } from './reproduced-table.js';

const LOST: Incomplete = { 'documents without a vector': { count: 3, reason: 'too odd' } };
const lacking = (made: Result, incomplete: Incomplete = LOST): Result => ({
  ...made,
  record: { ...made.record, incomplete },
});
const FAULTY = [result('m', 'A', [1, 0]), lacking(result('m', 'B', [1, 1]))];

describe('incomplete results', () => {
  it('end a run with how many, what and why', () => {
    expect(() => mustBeComplete(FAULTY, ['run'])).toThrow(
      '1 of 2 results is incomplete, since work failed:\n' +
        '  B: m: documents without a vector: 3 (too odd)\n' +
        '  Fix: correct the cause and run the same command again: what was done is cached',
    );
    expect(() => mustBeComplete(FAULTY.slice(0, 1), ['run'])).not.toThrow();
  });

  it('whose failures are cached name the flag that tries them again', () => {
    const texts = { 'texts not written': { count: 1, reason: 'refused: no', cached: true as const } };
    expect(() => mustBeComplete([lacking(result('m', 'A', [1]), texts)], ['run', '--gar', 'hyde'])).toThrow(
      'Fix: r2med run --gar hyde --retry-failed',
    );
  });

  it('stand in brackets in a table, and their mean says why it is not there', () => {
    const text = (includeIncomplete: boolean) =>
      leaderboardText(tabulate(FAULTY, { measure: 'nDCG@10', includeIncomplete }), {}, 120);
    expect(text(false)).toMatch(/m +1 incomplete +50\.00 +\(100\.00\)/);
    expect(text(true)).toMatch(/m +\(75\.00\) .* 50\.00 +\(100\.00\)/);
    expect(text(false)).toContain('(…): incomplete');
  });

  it('are left out of a comparison, fail a gate, and are counted when that is asked', () => {
    const sides = [
      scoresOfResults('a', [result('a', 'A', [1, 0]), result('a', 'B', [0, 0])]),
      scoresOfResults('m', FAULTY),
    ];
    const { sides: counted, incomplete } = countedSides(sides);
    expect(compareSystems(counted, 'nDCG@10').tasks).toEqual(['A']);
    expect(incompleteGates('nDCG@10', incomplete)).toEqual([
      {
        system: 'm',
        measure: 'nDCG@10',
        holds: false,
        said:
          'fails: nDCG@10 of m is not known, since a result is incomplete: ' +
          'B: m: documents without a vector: 3 (too odd)',
      },
    ]);
    expect(compareSystems(countedSides(sides, true).sides, 'nDCG@10').tasks).toEqual(['A', 'B']);
    expect(leftOutText(incomplete)).toContain('add --include-incomplete');
    expect(leftOutText(incomplete, true)).toContain('Counted, although incomplete');
  });

  it('are named under a table of reproduced scores', () => {
    const base = { source: 's', task: 'A', measure: 'nDCG@10', published: 0.5, ours: 0.5 } as const;
    const shown = reproducedText(
      [
        { system: 'm', comparisons: [{ ...base, verdict: 'same' }] },
        { system: 'm', comparisons: [], incomplete: { task: 'B', missing: 'pairs without a score: 2 (x)' } },
      ],
      'nDCG@10',
      120,
    );
    expect(shown).toContain('Incomplete: B: m: pairs without a score: 2 (x)\n1 of 1 published scores');
  });
});
