import { expect, it } from 'vitest';
import { scaleOf } from './bar-scale.js';

const parts = (...values: readonly number[]) => values.map((value) => ({ name: '', value }));

it('reaches from the longest sum of parts below zero to the longest above', () => {
  expect(scaleOf([parts(2, 3), parts(4)])).toEqual({ least: -0, most: 5 });
  expect(scaleOf([parts(2, -3), parts(1, -1, -1)])).toEqual({ least: -3, most: 2 });
});

it('has a width also where all scores are zero, or below', () => {
  expect(scaleOf([parts(0)]).most).toBe(1);
  expect(scaleOf([]).most).toBe(1);
  expect(scaleOf([parts(-2)])).toEqual({ least: -2, most: 0 });
});
