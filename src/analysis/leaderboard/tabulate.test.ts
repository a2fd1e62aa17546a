import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { meanLine, tabulate } from './tabulate.js';

const view = { measure: 'nDCG@10' };

describe('tabulate', () => {
  it('orders systems by their mean, whatever order they come in', () => {
    const results = [result('low', 'A', [0.1]), result('high', 'A', [0.9]), result('middle', 'A', [0.5])];
    expect(tabulate(results, view).rows.map((row) => row.system)).toEqual(['high', 'middle', 'low']);
    expect(tabulate([...results].reverse(), view).rows).toEqual(tabulate(results, view).rows);
  });

  it('means are over tasks, unweighted; the query-weighted mean stands beside', () => {
    const [row] = tabulate([result('s', 'A', [1, 1, 1]), result('s', 'B', [0])], view).rows;
    expect(row!.mean).toBe(0.5);
    expect(row!.queryWeighted).toBe(0.75);
  });

  it('one task more of one system changes no rank: means are over the tasks that all have, and the line over the table says so', () => {
    const both = [result('better', 'A', [0.5], 'qa'), result('worse', 'A', [0.2], 'qa')];
    const table = tabulate([...both, result('worse', 'B', [0.9], 'qa')], view);
    expect(table.rows.map(({ system, mean, missingTasks }) => [system, mean, missingTasks])).toEqual([
      ['better', 0.5, []],
      ['worse', 0.2, []],
    ]);
    expect(table.rows.map(({ families }) => families)).toEqual([{ qa: 0.5 }, { qa: 0.2 }]);
    expect([table.tasks, table.meanOf]).toEqual([['A', 'B'], ['A']]);
    expect(meanLine(table)).toBe('Mean of 1 task that all 2 systems have; 1 task left out: B');
    expect(meanLine(tabulate(both, view))).toBe('');
    const apart = tabulate([result('a', 'A', [1]), result('b', 'B', [1])], view);
    expect(apart.rows.map(({ mean }) => mean)).toEqual([undefined, undefined]);
    expect(meanLine(apart)).toBe('No mean: there is no task that all 2 systems have; 2 tasks left out: A, B');
  });

  it('a missing task leaves no mean, none of its family either, and such systems stand last', () => {
    const table = tabulate(
      [result('half', 'A', [1], 'qa'), result('whole', 'A', [0.2], 'qa'), result('whole', 'B', [0.2], 'qa')],
      { ...view, meanOf: ['A', 'B'] },
    );
    expect(table.rows.map(({ families }) => families)).toEqual([{ qa: 0.2 }, {}]);
    expect(table.rows.map((row) => [row.system, row.mean, row.missingTasks])).toEqual([
      ['whole', 0.2, []],
      ['half', undefined, ['B']],
    ]);
  });

  it('the mean without tasks of other benchmarks is given where one of several tasks is such', () => {
    const { record, queries } = result('s', 'Biology', [1]);
    const shared = { record: { ...record, task: { ...record.task, sameAs: 'BRIGHT Biology' } }, queries };
    const both = [shared, result('s', 'MedQA-Diag', [0.5])];
    expect(tabulate(both, view).rows[0]!.withoutBiology).toBe(0.5);
    expect(tabulate([both[0]!], view).rows[0]!.withoutBiology).toBeUndefined();
    expect(tabulate([both[1]!], view).rows[0]!.withoutBiology).toBeUndefined();
    // A task of a user may be called Biology too.
    const own = [result('s', 'Biology', [1]), result('s', 'MedQA-Diag', [0.5])];
    expect(tabulate(own, view).rows[0]!.withoutBiology).toBeUndefined();
  });

  it('gives a mean per family', () => {
    const results = [
      result('s', 'A', [1], 'qa'),
      result('s', 'B', [0], 'qa'),
      result('s', 'C', [0.3], 'case'),
    ];
    expect(tabulate(results, view).rows[0]!.families).toEqual({ qa: 0.5, case: 0.3 });
  });

  it('the interval holds the mean and shrinks to it when all queries agree', () => {
    const [spread] = tabulate([result('s', 'A', [0, 0.2, 0.4, 0.6, 0.8, 1])], view).rows;
    expect(spread!.interval![0]).toBeLessThan(spread!.mean!);
    expect(spread!.interval![1]).toBeGreaterThan(spread!.mean!);
    const [certain] = tabulate([result('s', 'A', [0.4, 0.4])], view).rows;
    expect(certain!.interval).toEqual([0.4, 0.4]);
  });

  it('columns follow the order asked for, without tasks nobody ran', () => {
    const results = [result('s', 'B', [1]), result('s', 'A', [1])];
    expect(tabulate(results, { ...view, tasks: ['A', 'unseen', 'B'] }).tasks).toEqual(['A', 'B']);
    expect(tabulate(results, view).tasks).toEqual(['B', 'A']);
  });

  it('a measure that a record does not hold is missing, not zero', () => {
    const [row] = tabulate([result('s', 'A', [1])], { measure: 'MAP@5' }).rows;
    expect(row!.mean).toBeUndefined();
    expect(row!.scores).toEqual({});
  });

  it('of nothing is empty', () => {
    expect(tabulate([], view)).toMatchObject({ measure: 'nDCG@10', tasks: [], rows: [] });
  });
});
