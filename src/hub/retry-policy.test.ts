import { describe, expect, it } from 'vitest';
import { HubFailure } from './hub-failure.js';
import { type Persistence, persistently } from './retry-policy.js';

describe('persistence', () => {
  const setting = (tries = 3) => {
    const waits: number[] = [];
    const persistence: Persistence = {
      tries,
      sleep: async (ms) => waits.push(ms),
      random: () => 1,
      date: () => 0,
    };
    return { waits, circumstances: { persistence, signal: new AbortController().signal, note: () => {} } };
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
    const { waits, circumstances } = setting();
    expect(await persistently(failing([busy, busy]), circumstances)).toBe('done');
    expect(waits).toEqual([500, 1000]);
  });

  it('ends after so many tries', async () => {
    const { waits, circumstances } = setting();
    await expect(persistently(failing([busy, busy, busy]), circumstances)).rejects.toBe(busy);
    expect(waits).toHaveLength(2);
  });

  it('begins anew after progress', async () => {
    const { waits, circumstances } = setting();
    const moved = new HubFailure('unreachable', 'dropped', { transient: true, progressed: true });
    await persistently(failing([busy, moved, moved, moved, busy]), circumstances);
    expect(waits).toEqual([500, 500, 500, 500, 1000]);
  });

  it.each([new HubFailure('absent', 'not there'), new Error('a bug')])(
    'does not repeat what will fail again: %s',
    async (error) => {
      const { waits, circumstances } = setting();
      await expect(persistently(failing([error]), circumstances)).rejects.toBe(error);
      expect(waits).toEqual([]);
    },
  );

  it('stops waiting when told to', async () => {
    const stop = new AbortController();
    const persistence: Persistence = {
      tries: 3,
      sleep: async (_, signal) => {
        stop.abort(new Error('enough'));
        signal.throwIfAborted();
      },
      random: () => 0,
      date: () => 0,
    };
    const circumstances = { persistence, signal: stop.signal, note: () => {} };
    await expect(persistently(failing([busy]), circumstances)).rejects.toThrow('enough');
  });
});
