import { describe, expect, it } from 'vitest';
import { surePlaces, uncertainRows } from './near-ties.js';

/** 100 scores far apart, then some more, in descending order. */
const scores = (...more: number[]) =>
  Float32Array.from([...Array.from({ length: 100 }, (_, i) => 110 - i), ...more]);

describe('doubt about the order of scores', () => {
  it('there is none about up to a hundred: all are scored in doubles', () => {
    const few = Float32Array.of(3, 2, 1);
    expect([...surePlaces(few)]).toEqual([0, 1, 2]);
    expect([...uncertainRows(few, Float64Array.from(few))]).toEqual([]);
  });

  it('there is about those closer together than the errors of the best, and no others', () => {
    const rough = scores(5, 4, 3.999, 2, 2, 1);
    const sure = Float64Array.from(rough);
    sure[7]! += 0.001;
    expect([...uncertainRows(rough, sure)]).toEqual([101, 102, 103, 104]);
  });

  it('there is about one that is close to the last of the best', () => {
    const rough = scores(11 - 1e-6, 3);
    expect([...uncertainRows(rough, Float64Array.from(rough))]).toEqual([100]);
  });

  it('spreads with the errors seen', () => {
    const rough = scores(5, 4, 3);
    const sure = Float64Array.from(rough, (score) => score + 0.07);
    expect([...uncertainRows(rough, sure)]).toEqual([100, 101, 102]);
  });
});
