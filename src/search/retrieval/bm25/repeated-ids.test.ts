import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId } from '../../../core/index.js';
import { REPEATED_IDS, type RepeatedIds, repeatedRows } from './repeated-ids.js';
import { type RowIds, rowIdsBuilder } from './term-index.js';

const ids = (...names: string[]): RowIds => {
  const builder = rowIdsBuilder();
  builder.add(names.map(docId));
  return builder.finish();
};

const kept = (rule: RepeatedIds, names: string[], scores: number[], topK: number): [string, number][] => {
  const values = Float32Array.from(scores);
  const cutOff = { topK, tiesAtCutOff: 'corpus-order', unmatched: 'fill' } as const;
  const rows = REPEATED_IDS[rule].keep(values, ids(...names), repeatedRows(ids(...names)), cutOff);
  return Array.from(rows, (row) => [names[row]!, scores[row]!]);
};

describe('repeatedRows', () => {
  it('finds nothing where ids are unique', () => {
    expect(repeatedRows(ids('a', 'b'))).toEqual({ lastRows: undefined, groups: [] });
  });

  it('names last rows in the order of first rows, and the rows of each id that repeats', () => {
    expect(repeatedRows(ids('a', 'b', 'a', 'c', 'b', 'a'))).toEqual({
      lastRows: Uint32Array.of(5, 4, 3),
      groups: [
        [0, 2, 5],
        [1, 4],
      ],
    });
  });
});

describe('an id in several rows', () => {
  const names = ['a', 'b', 'a', 'c'];

  it('last-row: gets the last score and keeps the first place among ties', () => {
    expect(kept('last-row', names, [9, 5, 1, 5], 3)).toEqual([
      ['a', 1],
      ['b', 5],
      ['c', 5],
    ]);
    expect(kept('last-row', names, [9, 5, 5, 5], 1)).toEqual([['a', 5]]);
  });

  it('best-row: gets the best score, the earlier one among ties', () => {
    expect(kept('best-row', names, [9, 5, 1, 4], 3)).toEqual([
      ['a', 9],
      ['b', 5],
      ['c', 4],
    ]);
    expect(kept('best-row', names, [1, 5, 8, 4], 1)).toEqual([['a', 8]]);
  });

  it('lowest-kept-row: gets the lowest score among its rows before the cut-off', () => {
    expect(kept('lowest-kept-row', names, [9, 5, 6, 4], 3)).toEqual([
      ['b', 5],
      ['a', 6],
    ]);
    expect(kept('lowest-kept-row', names, [9, 5, 1, 4], 3)).toEqual([
      ['a', 9],
      ['b', 5],
      ['c', 4],
    ]);
  });

  it('last-text: is ranked as last-row is, but its earlier rows count nowhere', () => {
    expect(kept('last-text', names, [9, 5, 1, 5], 3)).toEqual(kept('last-row', names, [9, 5, 1, 5], 3));
    expect(REPEATED_IDS['last-text'].countsEveryRow).toBe(false);
  });

  it.each(Object.keys(REPEATED_IDS) as RepeatedIds[])('%s: never comes twice', (rule) => {
    const row = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 5 }), (rows, topK) => {
        const hits = kept(
          rule,
          rows.map(([id]) => id),
          rows.map(([, score]) => score),
          topK,
        );
        const found = hits.map(([id]) => id);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(topK);
      }),
    );
  });

  it('last-row: agrees with a map that is filled row by row, then sorted', () => {
    const row = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 5 }), (rows, topK) => {
        const filled = new Map(rows);
        const best = [...filled].sort(([, x], [, y]) => y - x).slice(0, topK);
        const hits = kept(
          'last-row',
          rows.map(([id]) => id),
          rows.map(([, score]) => score),
          topK,
        );
        expect(new Map(hits)).toEqual(new Map(best));
      }),
    );
  });
});
