import { expect, it } from 'vitest';
import { addedUp } from './figures.js';

const run = (seed: number, readers: Readonly<Record<string, number>>, blocks = 5) => ({
  seed,
  blocks,
  readers: Object.entries(readers).map(([name, inputs]) => ({ name, inputs, reached: inputs })),
});

it('adds up inputs over runs, takes the most that was reached, and drops readers that are gone', () => {
  const first = addedUp(undefined, run(1, { yaml: 10, gone: 100 }, 9), ['yaml', 'gone']);
  const both = addedUp(first, run(2, { yaml: 5, npy: 1 }), ['yaml', 'npy']);
  expect(both).toMatchObject({ seeds: [1, 2], inputs: 16, blocks: 9 });
  expect(both.readers.map(({ name, inputs, reached }) => [name, inputs, reached])).toEqual([
    ['npy', 1, 1],
    ['yaml', 15, 10],
  ]);
});

it('refuses a seed that was used: its inputs would count twice', () => {
  const first = addedUp(undefined, run(1, { yaml: 10 }), ['yaml']);
  expect(() => addedUp(first, run(1, { yaml: 10 }), ['yaml'])).toThrow('seed 1 is among the figures');
});
