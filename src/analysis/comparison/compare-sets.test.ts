import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { type MadeTask, madeScores } from '../../../test/support/made-scores.js';
import { comparePaired } from '../../evaluation/statistics/index.js';
import { compareSets } from './compare-sets.js';
import { scoresOfResults } from './system-scores.js';
import { type SystemOnSets, systemsOnSets } from './systems-on-sets.js';

const few = { interval: { samples: 40 } };
const ids = (values: readonly number[], from = 1): MadeTask['scores'] =>
  Object.fromEntries(values.map((value, i) => [`q${from + i}`, value]));
const task = (values: readonly number[], made: Partial<MadeTask> = {}): MadeTask => ({
  scores: ids(values),
  ...made,
});
const system = (
  name: string,
  full: Readonly<Record<string, MadeTask>>,
  nano: Readonly<Record<string, MadeTask>>,
): SystemOnSets => ({ name, full: madeScores(name, full), nano: madeScores(name, nano) });

const BIOLOGY = [{ full: 'Biology', nano: 'NanoBiology' }];
const one = (name: string, full: readonly number[], nano: readonly number[]): SystemOnSets =>
  system(name, { Biology: task(full) }, { NanoBiology: task(nano) });

const eight = (value: number): readonly number[] => Array.from({ length: 8 }, (_, i) => value + i / 1000);
const LOW = one('low', eight(0.1), eight(0.3));
const MIDDLE = one('middle', eight(0.4), eight(0.7));
const HIGH = one('high', eight(0.6), eight(0.5));

describe('a small set and its full one', () => {
  it('are compared by the systems they order, with every pair that swaps', () => {
    const { rows, systems, measure } = compareSets([LOW, MIDDLE, HIGH], BIOLOGY, 'nDCG@10', few);
    expect([systems, measure]).toEqual([['low', 'middle', 'high'], 'nDCG@10']);
    const [row] = rows;
    expect(rows).toHaveLength(1);
    expect(row).toMatchObject({
      over: 'Biology',
      kind: 'task',
      pairs: 3,
      tied: 0,
      queries: { full: 8, nano: 8, shared: 8 },
    });
    expect(row!.spearman!.value).toBeCloseTo(0.5, 14);
    expect(row!.kendall!.value).toBeCloseTo(1 / 3, 14);
    expect(row!.swaps).toHaveLength(1);
    const [swap] = row!.swaps;
    expect(swap).toMatchObject({ ahead: 'high', behind: 'middle', significant: 'both' });
    expect(swap!.full.difference).toBeCloseTo(0.2, 14);
    expect(swap!.nano.difference).toBeCloseTo(-0.2, 14);
    // Eight queries, all one way: 2 of 256 patterns of signs; Holm doubles the smaller of two.
    expect([swap!.full.p, swap!.full.pHolm]).toEqual([2 / 256, 4 / 256]);
    expect(row!.systems[0]!.shift.value).toBeCloseTo(0.2, 14);
    expect(row!.shift.value).toBeCloseTo((0.2 + 0.3 - 0.1) / 3, 14);
  });

  it('swap by noise where neither set is sure', () => {
    const a = one('a', [0.5, 0.1, 0.4], [0.1, 0.2, 0.3]);
    const b = one('b', [0.1, 0.4, 0.3], [0.3, 0.1, 0.4]);
    const { rows } = compareSets([a, b, one('c', [0, 0, 0], [0, 0, 0])], BIOLOGY, 'nDCG@10', few);
    expect(rows[0]!.swaps).toMatchObject([{ ahead: 'a', behind: 'b', significant: 'neither' }]);
    const scores = { a: [0.1, 0.4, 0.3], b: [0.5, 0.1, 0.4] };
    expect(rows[0]!.swaps[0]!.full.p).toBe(comparePaired(scores, few).randomisation.p);
  });

  it('do not swap systems that one of them ties', () => {
    const a = one('a', [0.5, 0.1], [0.3, 0.3]);
    const b = one('b', [0.2, 0.3], [0.3, 0.3]);
    const { rows } = compareSets([a, b, LOW2], BIOLOGY, 'nDCG@10', few);
    expect(rows[0]).toMatchObject({ swaps: [], tied: 1 });
  });
  const LOW2 = one('low', [0, 0], [0, 0]);

  it('have a row for the mean of tasks before those of the tasks, which it weighs alike', () => {
    const both = (name: string, biology: number, sciences: number): SystemOnSets =>
      system(
        name,
        { Biology: task(eight(biology)), Sciences: task([sciences]) },
        { NanoBiology: task(eight(biology)), Sciences: task([sciences - 0.1]) },
      );
    const tasks = [...BIOLOGY, { full: 'Sciences', nano: 'Sciences' }];
    const { rows } = compareSets(
      [both('a', 0.1, 0.9), both('b', 0.2, 0.7), both('c', 0.3, 0.2)],
      tasks,
      'nDCG@10',
      few,
    );
    expect(rows.map(({ over, kind }) => [over, kind])).toEqual([
      ['mean of tasks', 'mean of tasks'],
      ['Biology', 'task'],
      ['Sciences', 'task'],
    ]);
    expect(rows[0]!.shift.value).toBeCloseTo(-0.05, 14);
    expect(rows[0]!.queries).toEqual({ full: 9, nano: 9, shared: 9 });
    expect(rows[0]!.systems.map(({ full }) => full)).toEqual([
      expect.closeTo((0.1035 + 0.9) / 2, 12),
      expect.closeTo((0.2035 + 0.7) / 2, 12),
      expect.closeTo((0.3035 + 0.2) / 2, 12),
    ]);
  });

  it('share queries by id; each mean is over the queries of its own set', () => {
    const partial = (name: string, value: number): SystemOnSets =>
      system(
        name,
        { Biology: { scores: { q1: value, q2: value, q3: 1 } } },
        { NanoBiology: { scores: { q2: value, q1: value, new: 0 } } },
      );
    const { rows } = compareSets(
      [partial('a', 0.1), partial('b', 0.2), partial('c', 0.3)],
      BIOLOGY,
      'nDCG@10',
      few,
    );
    expect(rows[0]!.queries).toEqual({ full: 3, nano: 3, shared: 2 });
    expect(rows[0]!.systems[0]).toMatchObject({
      full: expect.closeTo(1.2 / 3, 12),
      nano: expect.closeTo(0.2 / 3, 12),
    });
  });

  it('leave out, and count, queries that some system has no score for', () => {
    const gap = system('gap', { Biology: task([0.3, 0.4]) }, { NanoBiology: task([0.3]) });
    const { rows, leftOut } = compareSets([LOW, MIDDLE, gap], BIOLOGY, 'nDCG@10', few);
    expect(leftOut).toEqual([{ task: 'Biology', full: 6, nano: 7 }]);
    expect(rows[0]!.queries).toEqual({ full: 2, nano: 1, shared: 1 });
  });
});

describe('what cannot be compared is refused', () => {
  it('fewer than three systems', () => {
    expect(() => compareSets([LOW, HIGH], BIOLOGY, 'nDCG@10', few)).toThrow(
      '2 systems run on both sets: low, high; expected at least 3',
    );
    expect(() => compareSets([], BIOLOGY, 'nDCG@10', few)).toThrow('0 systems run on both sets;');
  });

  it('no task', () => {
    expect(() => compareSets([LOW, MIDDLE, HIGH], [], 'nDCG@10', few)).toThrow('no task that both sets have');
  });

  it('systems on other content of one set', () => {
    const other = system(
      'other',
      { Biology: task(eight(0.1), { contentHash: 'older' }) },
      { NanoBiology: task(eight(0.1)) },
    );
    expect(() => compareSets([LOW, MIDDLE, other], BIOLOGY, 'nDCG@10', few)).toThrow(
      'Biology with other content',
    );
  });

  it('sets scored by other rules', () => {
    const skip = (name: string): SystemOnSets =>
      system(name, { Biology: task(eight(0.1)) }, { NanoBiology: task(eight(0.1), { missing: 'skip' }) });
    expect(() => compareSets([skip('a'), skip('b'), skip('c')], BIOLOGY, 'nDCG@10', few)).toThrow(
      'the two sets scored by other rules: missing zero for Biology, skip for NanoBiology',
    );
  });

  it('a measure that records lack', () => {
    expect(() => compareSets([LOW, MIDDLE, HIGH], BIOLOGY, 'MAP@3', few)).toThrow(
      'no MAP@3 in the record of low',
    );
  });
});

describe('systems on both sets', () => {
  const side = (name: string, ...tasks: readonly string[]) =>
    madeScores(name, Object.fromEntries(tasks.map((each) => [each, task([0.1])])));
  const pairs = [
    { full: 'A', nano: 'A' },
    { full: 'B', nano: 'B' },
  ];
  const all = ['x', 'y', 'z'].map((name) => side(name, 'A', 'B'));

  it('are those of the same name with every task', () => {
    const { systems, notes } = systemsOnSets(
      [...all, side('alone', 'A', 'B'), side('gap', 'A')],
      [...all, side('gap', 'A', 'B')],
      pairs,
    );
    expect(systems.map(({ name }) => name)).toEqual(['x', 'y', 'z']);
    expect(notes).toEqual([
      'not compared, since run on one set only: alone',
      'not compared: gap, which lacks B in one set',
    ]);
  });

  it('are not lost for a task that hardly any of them has', () => {
    const { systems, tasks, notes } = systemsOnSets(
      [...all, side('more', 'A', 'B', 'C')],
      [...all, side('more', 'A', 'B', 'C')],
      [...pairs, { full: 'C', nano: 'C' }],
    );
    expect(systems).toHaveLength(4);
    expect(tasks).toEqual(pairs);
    expect(notes).toEqual(['not compared: C, which 1 systems have in both sets']);
  });

  it('that were run with other settings are named with them', () => {
    const run = (name: string, topK: number) => {
      const { record, queries } = result(name, 'A', [0.1]);
      return scoresOfResults(name, [{ record: { ...record, spec: { topK } }, queries }]);
    };
    const { notes } = systemsOnSets(
      ['x', 'y', 'z'].map((name) => run(name, 100)),
      ['x', 'y', 'z'].map((name) => run(name, name === 'y' ? 1000 : 100)),
      [{ full: 'A', nano: 'A' }],
    );
    expect(notes).toEqual(['y was run with other settings on the small set: topK 100 → 1000']);
  });
});
