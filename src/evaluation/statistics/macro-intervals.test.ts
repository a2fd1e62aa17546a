import { expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { macroInterval, macroIntervals } from './macro-intervals.js';
import { chanceBelow, randomisationTest } from './significance/index.js';

const next = random(3);
const scores = (sizes: readonly number[], shift = 0) =>
  sizes.map((size) => Array.from({ length: size }, () => next() - shift));

it('of several systems are those of each alone, also where they have other numbers of queries', () => {
  const systems = [
    [9, 5],
    [9, 5],
    [7, 5],
    [9, 5],
    [9, 5],
    [9, 5],
    [7, 5],
  ].map((sizes) => scores(sizes));
  const options = { samples: 200 };
  expect(macroIntervals(systems, options)).toEqual(systems.map((tasks) => macroInterval(tasks, options)));
  expect(macroIntervals([])).toEqual([]);
});

it('a p below the level is the whole one, and any other is 1', () => {
  for (let trial = 0; trial < 30; trial++) {
    const [differences] = scores([20 + trial], 0.35 + trial / 100);
    const { p } = randomisationTest(differences!, { draws: 500 });
    expect(chanceBelow(0.05, differences!, { draws: 500 })).toBe(p < 0.05 ? p : 1);
  }
});
