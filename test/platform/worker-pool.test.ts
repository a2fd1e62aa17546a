import { describe, expect, it } from 'vitest';
import type * as node from '../../src/platform/node/index.js';
import { built } from '../support/built.js';

const { workers } = await built<typeof node>('platform/node.js');
const multiply = new URL('../workers/multiply.js', import.meta.url);

describe.each([1, 2])('workers of size %i', (size) => {
  it('answers every input, each worker keeping its own count', async () => {
    const pool = await workers(size).open<number, { value: Int32Array; call: number }>(multiply, {
      times: 2,
    });
    const first = await pool.run(0, 21);
    const second = await pool.run(0, 4);
    expect([...first.value, ...second.value]).toEqual([42, 8]);
    expect([first.call, second.call]).toEqual([1, 2]);
    await pool.close();
  });

  it('a throwing input rejects that call and the worker goes on', async () => {
    const pool = await workers(size).open<number, { value: Int32Array }>(multiply, { times: 3 });
    await expect(pool.run(0, Number.NaN)).rejects.toThrow('not a number');
    expect([...(await pool.run(0, 5)).value]).toEqual([15]);
    await pool.close();
  });
});

it('a module that cannot be loaded rejects its calls', async () => {
  const pool = await workers(2).open<number, number>(new URL('./absent.js', import.meta.url), null);
  await expect(pool.run(0, 1)).rejects.toThrow();
  await pool.close();
});
