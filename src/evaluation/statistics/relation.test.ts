import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnsweredQuery, relation, relationWithinTasks } from './relation.js';

interface Columns {
  readonly right: readonly boolean[];
  readonly scores: readonly number[];
}
interface Golden {
  readonly singles: readonly (Columns & {
    readonly difference: number;
    readonly interval?: readonly [number, number];
    readonly spearman: readonly [number, number];
  })[];
  readonly withins: readonly { readonly tasks: readonly Columns[]; readonly difference: number }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/scipy-correlation/cases.json', import.meta.url), 'utf8'),
) as Golden;
const answered = ({ right, scores }: Columns): readonly AnsweredQuery[] =>
  right.map((each, i) => ({ right: each, score: scores[i]! }));

describe("against SciPy's figures", () => {
  it.each(golden.singles)('the difference on $right.length queries ($#)', (row) => {
    const found = relation(answered(row));
    expect(found.difference).toBeCloseTo(row.difference, 13);
    expect(found.spearman!.r).toBeCloseTo(row.spearman[0], 13);
    expect(found.right.queries + found.wrong.queries).toBe(row.right.length);
  });

  it.each(golden.singles.filter(({ interval }) => interval))(
    'the interval of the difference on $right.length queries',
    (row) => {
      const { low, high } = relation(answered(row)).interval!;
      // Two bootstraps of other draws: the ends move by a few thousandths.
      expect(Math.abs(low - row.interval![0])).toBeLessThan(0.005);
      expect(Math.abs(high - row.interval![1])).toBeLessThan(0.005);
    },
  );

  it.each(golden.withins)('the mean difference over $tasks.length tasks', ({ tasks, difference }) => {
    const found = relationWithinTasks(tasks.map(answered));
    expect(found.difference).toBeCloseTo(difference, 13);
    expect(found.interval!.low).toBeLessThan(difference);
    expect(found.interval!.high).toBeGreaterThan(difference);
  });
});

const right = (...scores: number[]): readonly AnsweredQuery[] =>
  scores.map((score) => ({ right: true, score }));
const wrong = (...scores: number[]): readonly AnsweredQuery[] =>
  scores.map((score) => ({ right: false, score }));

describe('a relation', () => {
  it('gives the mean score where the answer is right and where it is wrong', () => {
    expect(relation([...right(0.5, 1), ...wrong(0.25)])).toMatchObject({
      right: { queries: 2, mean: 0.75 },
      wrong: { queries: 1, mean: 0.25 },
      difference: 0.5,
    });
  });

  it('has no difference where all answers are right, or none, or there is no query', () => {
    expect(relation(right(0.2, 0.4, 0.9))).toEqual({
      right: { queries: 3, mean: 0.5 },
      wrong: { queries: 0 },
    });
    expect(relation(wrong(0.2))).toEqual({ right: { queries: 0 }, wrong: { queries: 1, mean: 0.2 } });
    expect(relation([])).toEqual({ right: { queries: 0 }, wrong: { queries: 0 } });
  });

  it('has an interval that draws within each side: two single queries leave no room', () => {
    expect(relation([...right(1), ...wrong(0.25)]).interval).toEqual({ low: 0.75, high: 0.75, level: 0.95 });
  });

  it('of the same queries is the same every time', () => {
    const queries = [...right(0.1, 0.8, 0.9), ...wrong(0.3, 0.2)];
    expect(relation(queries)).toEqual(relation(queries));
  });

  it('within one task is that of the task', () => {
    const queries = [...right(0.1, 0.8, 0.9), ...wrong(0.3, 0.2)];
    const { spearman: _, ...alone } = relation(queries);
    expect(relationWithinTasks([queries])).toEqual(alone);
  });

  it('within tasks weighs tasks alike and leaves out those that say nothing', () => {
    const found = relationWithinTasks([
      [...right(1), ...wrong(0.5)],
      [...right(0.2, 0.4, 0.3), ...wrong(0.1, 0.3)],
      right(1, 1, 1),
      wrong(0),
      [],
    ]);
    expect(found.difference).toBeCloseTo((0.5 + 0.1) / 2, 12);
    expect([found.right.queries, found.wrong.queries]).toEqual([4, 3]);
  });

  it('within no task is empty', () => {
    expect(relationWithinTasks([])).toEqual({ right: { queries: 0 }, wrong: { queries: 0 } });
  });
});
