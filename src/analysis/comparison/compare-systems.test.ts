import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { madeScores } from '../../../test/support/made-scores.js';
import { InputError } from '../../core/index.js';
import { comparePaired } from '../../evaluation/statistics/index.js';
import { compareSystems, comparisonGates, overallComparison, scoresOfResults } from './index.js';

const few = { interval: { samples: 20 }, randomisation: { draws: 100 } };
const bm25 = madeScores('bm25', {
  A: { scores: { q1: 0.1, q2: 0.4, q3: 0.5 } },
  B: { scores: { q1: 0.2, q2: 0.2 } },
  only: { scores: { q1: 1 } },
});
const hyde = madeScores('hyde', {
  B: { scores: { q1: 0.8, q2: 0.4 } },
  A: { scores: { q3: 0.5, q2: 0.2, q1: 0.3 } },
});

describe('comparing systems', () => {
  const found = compareSystems([bm25, hyde], 'nDCG@10');
  const [{ rows }] = found.systems as [(typeof found.systems)[number]];

  it('compares each shared task, then their mean, then all queries, and names what is not shared', () => {
    expect(rows.map(({ over, kind }) => [over, kind])).toEqual([
      ['A', 'task'],
      ['B', 'task'],
      ['mean of tasks', 'mean of tasks'],
      ['all queries', 'all queries'],
    ]);
    expect(found).toMatchObject({ baseline: 'bm25', tasks: ['A', 'B'], family: { overall: 1, tasks: 2 } });
    expect(found.left).toEqual([{ system: 'bm25', tasks: ['only'] }]);
  });

  it('pairs queries by id, whatever their order', () => {
    expect(rows[0]).toMatchObject(comparePaired({ a: [0.1, 0.4, 0.5], b: [0.3, 0.2, 0.5] }));
    expect(rows[0]).toMatchObject({ wins: 1, ties: 1, losses: 1 });
  });

  it('means of tasks weigh tasks alike, pooled ones queries', () => {
    expect(rows[2]!.difference).toBeCloseTo((0 + 0.4) / 2, 14);
    expect(rows[3]!.difference).toBeCloseTo((0 + 0 + 0.8) / 5, 14);
  });

  it('takes the order of tasks that is asked for', () => {
    expect(compareSystems([bm25, hyde], 'nDCG@10', { order: ['B', 'unseen'] }).tasks).toEqual(['B', 'A']);
  });

  it('of one task has no overall row beside it', () => {
    const one = compareSystems([bm25, madeScores('b', { only: { scores: { q1: 0.5 } } })], 'nDCG@10');
    expect(one.systems[0]!.rows).toHaveLength(1);
    expect(overallComparison(one.systems[0]!).over).toBe('only');
  });

  it('with itself finds nothing', () => {
    for (const row of compareSystems([bm25, bm25], 'nDCG@10').systems[0]!.rows) {
      expect(row).toMatchObject({ difference: 0, wins: 0, losses: 0 });
      expect(row.pHolm ?? 1).toBe(1);
      expect(row.randomisation.p).toBe(1);
    }
  });

  it('gives every system the same whatever the order of the systems', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const scores = fc.record({ q1: score, q2: score, q3: score });
    const systems = fc.array(fc.record({ A: scores, B: scores }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(systems, (all) => {
        const sides = all.map((tasks, i) =>
          madeScores(`s${i}`, { A: { scores: tasks.A }, B: { scores: tasks.B } }),
        );
        const byName = (order: typeof sides) =>
          new Map(
            compareSystems([bm25, ...order], 'nDCG@10', few).systems.map(({ system, rows: own }) => [
              system,
              own,
            ]),
          );
        const [there, back] = [byName(sides), byName([...sides].reverse())];
        for (const [system, own] of there) expect(back.get(system)).toEqual(own);
      }),
      { numRuns: 30 },
    );
  });

  it('pairs what both answered where missing rankings are left out, and counts the rest', () => {
    const [a, b] = (['q1', 'q2'] as const).map((alone) =>
      madeScores(alone, { A: { missing: 'skip', scores: { [alone]: 1, both: 0.5 } } }),
    );
    const [system] = compareSystems([a!, b!], 'nDCG@10').systems;
    expect(system!.tasks[0]).toMatchObject({ queries: ['both'], unpaired: 2 });
  });

  it.each([
    ['no shared task', { C: { scores: { q1: 1 } } }, 'expected a task that all of them were run on'],
    ['other content', { A: { contentHash: 'other', scores: { q1: 1 } } }, 'A with other content'],
    ['another rule', { A: { missing: 'skip' as const, scores: { q1: 1 } } }, '--missing zero --overwrite'],
    ['another order of ties', { A: { ties: 'id-ascending', scores: { q1: 1 } } }, 'ties id-descending'],
    ['other queries', { A: { scores: { other: 1 } } }, 'no query of A that both'],
  ])('refuses %s and says what to do', (_, tasks, message) => {
    const compare = () => compareSystems([bm25, madeScores('b', tasks)], 'nDCG@10');
    expect(compare).toThrow(InputError);
    expect(compare).toThrow(message);
    expect(compare).toThrow('Fix:');
  });

  it('refuses a measure that a record does not hold, and lists those it does', () => {
    expect(() => compareSystems([bm25, hyde], 'MAP@7')).toThrow(
      'no MAP@7 in the record of bm25 on A; expected one of nDCG@10',
    );
  });
});

describe('results of a run', () => {
  it('are compared without being read from anywhere', async () => {
    const [first, reranked] = [
      scoresOfResults('bm25', [result('bm25', 'A', [0.1, 0.2])]),
      scoresOfResults('bm25 > judge', [result('bm25-judge', 'A', [0.3, 0.1])]),
    ];
    const [row] = compareSystems([first!, reranked!], 'nDCG@10').systems[0]!.rows;
    expect(row).toMatchObject({ over: 'A', wins: 1, losses: 1 });
    expect(row!.difference).toBeCloseTo(0.05, 14);
    expect(await first!.tasks.get('A')!.run()).toBeUndefined();
  });
});

describe('a gate', () => {
  const onA = madeScores('bm25', { A: { scores: { q1: 0.1, q2: 0.4, q3: 0.5 } } });
  const worse = (by: number) =>
    compareSystems(
      [onA, madeScores('b', { A: { scores: { q1: 0.1 - by, q2: 0.4 - by, q3: 0.5 - by } } })],
      'nDCG@10',
    );

  it('holds up to the loss allowed, and fails beyond', () => {
    const holds = (by: number, margin: number) => comparisonGates(worse(by), { margin })[0]!.holds;
    expect([holds(0.01, 0.01), holds(0.011, 0.01), holds(-0.3, 0.01), holds(0, 0)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(comparisonGates(worse(0.001))[0]!.holds).toBe(false);
  });

  it('can ask for significance: three queries cannot be', () => {
    const [gate] = comparisonGates(worse(0.05), { margin: 0.01, significant: true });
    expect(gate).toMatchObject({ holds: true, p: 0.25, measure: 'nDCG@10' });
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`q${i}`, 0.5]));
    const lower = Object.fromEntries(Object.keys(many).map((id) => [id, 0.4]));
    const sides = [madeScores('a', { A: { scores: many } }), madeScores('b', { A: { scores: lower } })];
    expect(comparisonGates(compareSystems(sides, 'nDCG@10'), { significant: true })[0]!.holds).toBe(false);
  });

  it('says what it found', () => {
    expect(comparisonGates(worse(0.05), { margin: 0.01 })[0]!.said).toBe(
      'fails: nDCG@10 of b is 0.0500 lower (p 0.2500); a loss of 0.01 is allowed',
    );
    expect(comparisonGates(worse(0), { significant: true })[0]!.said).toBe(
      'holds: nDCG@10 of b is the same (p 1.0000); a loss of 0 is allowed, and any with p from 0.05',
    );
  });

  it('is asked of every system', () => {
    const compared = compareSystems([bm25, hyde, bm25], 'nDCG@10');
    expect(comparisonGates(compared, { partial: true }).map(({ holds }) => holds)).toEqual([true, true]);
  });

  it('fails where a task of A was not compared, and says which', () => {
    const [gate] = comparisonGates(compareSystems([bm25, hyde], 'nDCG@10'));
    expect(gate).toMatchObject({ holds: false, missing: { tasks: ['only'], queries: {} } });
    expect(gate!.said).toMatch(
      /^fails: .*; not compared: only, which the baseline has; .* or add --partial$/,
    );
    expect(comparisonGates(compareSystems([bm25, hyde], 'nDCG@10'), { partial: true })[0]!.said).toMatch(
      /^holds: .*; not compared: only$/,
    );
    // What B has and A lacks is not a gap.
    expect(comparisonGates(compareSystems([hyde, bm25], 'nDCG@10'), { margin: 1 })[0]!.holds).toBe(true);
  });

  it('fails where a query of A was not compared', () => {
    const less = madeScores('b', { A: { scores: { q1: 0.9, q2: 0.9 } } });
    expect(comparisonGates(compareSystems([onA, less], 'nDCG@10'))[0]).toMatchObject({
      holds: false,
      missing: { tasks: [], queries: { A: 1 } },
      said: expect.stringContaining('not compared: 1 query of A, which the baseline has'),
    });
    expect(comparisonGates(compareSystems([onA, less], 'nDCG@10'), { partial: true })[0]!.holds).toBe(true);
    expect(comparisonGates(compareSystems([less, onA], 'nDCG@10'), { margin: 1 })[0]!.holds).toBe(true);
  });
});
