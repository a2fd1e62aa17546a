import { describe, expect, it } from 'vitest';
import { testClock } from '../../../test/support/served-embedder.js';
import { balanceLine, endpoints } from './endpoints.js';

const never = new AbortController().signal;

describe('an endpoint', () => {
  it('is left out after three failures in a row, and tried again half a minute later', async () => {
    const clock = testClock();
    const two = endpoints(['a', 'b'], 8, clock);
    const ask = async (works: boolean, avoid?: string): Promise<string> => {
      const lease = await two.take(never, avoid);
      if (works) lease.answered();
      else lease.failed();
      lease.release();
      return lease.endpoint;
    };
    for (let i = 0; i < 3; i++) expect(await ask(false, 'b')).toBe('a');
    const next: string[] = [];
    for (let i = 0; i < 6; i++) next.push(await ask(true));
    expect(next).toEqual(new Array(6).fill('b'));
    expect(two.another('b')).toBe(false);
    clock.pass(30_001);
    expect(await ask(false, 'b')).toBe('a');
    expect(await ask(true)).toBe('b');
    clock.pass(30_001);
    expect(await ask(true, 'b')).toBe('a');
    expect(two.another('b')).toBe(true);
  });

  it('that was left out gets one request to show that it works again, and no second one meanwhile', async () => {
    const clock = testClock();
    const two = endpoints(['a', 'b'], 8, clock);
    for (let i = 0; i < 3; i++) {
      const lease = await two.take(never, 'b');
      lease.failed();
      lease.release();
    }
    clock.pass(30_001);
    const taken = [];
    for (let i = 0; i < 4; i++) taken.push(await two.take(never));
    expect(taken.map(({ endpoint }) => endpoint)).toEqual(['b', 'a', 'b', 'b']);
    taken[1]!.answered();
    expect((await two.take(never)).endpoint).toBe('a');
  });

  it('counts what it had to do', async () => {
    const two = endpoints(['a', 'b'], 8, testClock());
    expect(balanceLine(two.balance())).toBeUndefined();
    for (const works of [true, false, true]) {
      const lease = await two.take(never);
      if (works) lease.answered();
      else lease.failed();
      lease.release();
    }
    expect(balanceLine(two.balance())).toBe('requests per endpoint: a 2, b 1 (1 failed)');
  });

  it('that is the only one is never left out', async () => {
    const one = endpoints(['a'], 1, testClock());
    for (let i = 0; i < 9; i++) {
      const lease = await one.take(never);
      expect(lease.failed()).toBe(false);
      lease.release();
    }
  });

  it('that asks for peace gets it from everyone', async () => {
    const clock = testClock();
    const one = endpoints(['a'], 2, clock);
    const lease = await one.take(never);
    lease.failed(5000);
    lease.release();
    await one.take(never);
    expect(clock.slept).toEqual([5000]);
  });
});

describe('a turn', () => {
  it('is waited for in turn, and not lost when someone gives up waiting', async () => {
    const one = endpoints(['a'], 1, testClock());
    const first = await one.take(never);
    const stop = new AbortController();
    const gaveUp = one.take(stop.signal);
    const waits = one.take(never);
    stop.abort(new Error('enough'));
    await expect(gaveUp).rejects.toThrow('enough');
    first.release();
    expect((await waits).endpoint).toBe('a');
  });

  it('is given back when the wait before a request is broken off', async () => {
    const clock = testClock();
    const one = endpoints(['a'], 1, {
      ...clock,
      sleep: async () => {
        throw new Error('enough');
      },
    });
    const lease = await one.take(never);
    lease.failed(1000);
    lease.release();
    await expect(one.take(never)).rejects.toThrow('enough');
    clock.pass(1000);
    expect((await one.take(never)).endpoint).toBe('a');
  });
});
