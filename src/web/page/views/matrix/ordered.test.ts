import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../page-data/index.js';
import { type MatrixState, matrixOf } from './ordered.js';

const task = {
  queries: ['q1', 'q2', 'q10'].map((id) => ({ query: keyOf(id), id, preview: `text of ${id}`, relevant: 1 })),
  systems: ['weak', 'strong', 'half'].map((name) => ({ system: keyOf(name), name })),
};
// Systems × queries; `half` has no result of the second query.
const columns = {
  scores: [
    [0, 0.2, 0.1],
    [1, 0.2, 0.9],
    [0.5, null, 0.4],
  ],
};
const matrix = (state: Partial<MatrixState> = {}) =>
  matrixOf(task, columns, { sort: 'hardest', systems: '', text: '', ...state });
const ids = (state: Partial<MatrixState> = {}) => matrix(state).rows.map(({ query }) => query.id);

describe('a matrix of queries and systems', () => {
  it('has the best system first, and the hardest query', () => {
    expect(matrix().columns.map(({ name }) => name)).toEqual(['strong', 'half', 'weak']);
    expect(ids()).toEqual(['q2', 'q10', 'q1']);
    expect(ids({ sort: 'easiest' })).toEqual(['q1', 'q10', 'q2']);
    expect(ids({ sort: 'id' })).toEqual(['q1', 'q2', 'q10']);
    expect(ids({ sort: 'something else' })).toEqual(ids());
  });

  it('puts first what systems differ on most', () => {
    expect(ids({ sort: 'spread' })).toEqual(['q1', 'q10', 'q2']);
  });

  it('is sorted by one system, the worst first and what it lacks last', () => {
    expect(ids({ sort: keyOf('half') })).toEqual(['q10', 'q1', 'q2']);
  });

  it('leaves a missing score out of the mean of its query, and never counts it 0', () => {
    const row = matrix().rows.find(({ query }) => query.id === 'q2')!;
    expect(row.scores).toEqual([0.2, null, 0.2]);
    expect(row.mean).toBeCloseTo(0.2, 12);
  });

  it('shows systems and queries that have all words, and means over the systems that are shown', () => {
    expect(matrix({ systems: 'STRONG' }).columns).toHaveLength(1);
    expect(matrix({ systems: 'weak' }).rows.find(({ query }) => query.id === 'q1')!.mean).toBe(0);
    expect(ids({ text: 'q1' })).toEqual(['q10', 'q1']);
    expect(matrix({ systems: 'none of them' })).toEqual(
      expect.objectContaining({ columns: [], rows: expect.anything() }),
    );
  });
});
