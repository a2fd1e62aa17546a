import { describe, expect, it } from 'vitest';
import type { RetryPolicy } from '../node/index.js';
import { HubFailure, hubRetry } from './hub-failure.js';

describe('retryPolicy', () => {
  const setting = (tries = 3) => {
    const waits: number[] = [];
    const retryPolicy: RetryPolicy = {
      tries,
      sleep: async (ms) => waits.push(ms),
      random: () => 1,
      date: () => 0,
    };
    return { waits, options: { retryPolicy, signal: new AbortController().signal, note: () => {} } };
  };
  const failing = (failures: readonly unknown[]) => {
    const left = [...failures];
    return async (): Promise<string> => {
      if (left.length > 0) throw left.shift();
      return 'done';
    };
  };
  const busy = new HubFailure('busy', 'busy', { transient: true });

  it('ends with the first success', async () => {
    const { waits, options } = setting();
    expect(await hubRetry(failing([busy, busy]), options)).toBe('done');
    expect(waits).toEqual([500, 1000]);
  });

  it('ends after so many tries', async () => {
    const { waits, options } = setting();
    await expect(hubRetry(failing([busy, busy, busy]), options)).rejects.toBe(busy);
    expect(waits).toHaveLength(2);
  });

  it('begins anew after progress', async () => {
    const { waits, options } = setting();
    const moved = new HubFailure('unreachable', 'dropped', { transient: true, progressed: true });
    await hubRetry(failing([busy, moved, moved, moved, busy]), options);
    expect(waits).toEqual([500, 500, 500, 500, 1000]);
  });

  it.each([new HubFailure('absent', 'not there'), new Error('a bug')])(
    'does not repeat what will fail again: %s',
    async (error) => {
      const { waits, options } = setting();
      await expect(hubRetry(failing([error]), options)).rejects.toBe(error);
      expect(waits).toEqual([]);
    },
  );

  it('stops waiting when told to', async () => {
    const stop = new AbortController();
    const retryPolicy: RetryPolicy = {
      tries: 3,
      sleep: async (_, signal) => {
        stop.abort(new Error('enough'));
        signal.throwIfAborted();
      },
      random: () => 0,
      date: () => 0,
    };
    const options = { retryPolicy, signal: stop.signal, note: () => {} };
    await expect(hubRetry(failing([busy]), options)).rejects.toThrow('enough');
  });
});
