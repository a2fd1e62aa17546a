import { expect, it } from 'vitest';
import { WorkError } from '../../core/index.js';
import { outcomes } from './batches.js';

const items = (...names: string[]) => names.map((name, place) => ({ place, name }));
type Item = ReturnType<typeof items>[number];

it('gives every input its value from one call when all goes well', async () => {
  const calls: number[] = [];
  const read = async (part: readonly Item[]) => {
    calls.push(part.length);
    return part.map(({ name }) => name.length);
  };
  expect(await outcomes(items('a', 'bb'), read)).toEqual([
    { place: 0, value: 1 },
    { place: 1, value: 2 },
  ]);
  expect(calls).toEqual([2]);
});

it('finds the input that makes a batch fail, and the others keep their values', async () => {
  const read = async (part: readonly Item[]) => {
    if (part.some(({ name }) => name === 'bad')) throw new Error('no such word');
    return part.map(() => 0);
  };
  expect(await outcomes(items('a', 'b', 'bad', 'c', 'd'), read)).toEqual([
    { place: 0, value: 0 },
    { place: 1, value: 0 },
    { place: 2, reason: 'no such word' },
    { place: 3, value: 0 },
    { place: 4, value: 0 },
  ]);
});

it('reads what was no number once more alone, as only its neighbours may be to blame', async () => {
  const read = async (part: readonly Item[]) =>
    part.map(({ name }) => (name === 'lost' || (name === 'shy' && part.length > 1) ? undefined : 1));
  expect(await outcomes(items('a', 'shy', 'lost'), read)).toEqual([
    { place: 0, value: 1 },
    { place: 1, value: 1 },
    { place: 2, reason: 'the model gave numbers that are not finite' },
  ]);
});

it('leaves errors about the model itself to the caller', async () => {
  const read = async (): Promise<number[]> => {
    throw new WorkError('it has no logits');
  };
  await expect(outcomes(items('a', 'b'), read)).rejects.toThrow('it has no logits');
});
