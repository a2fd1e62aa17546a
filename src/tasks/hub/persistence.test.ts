import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HubFailure } from './hub-failure.js';
import { backOff, type Persistence, persistently, retryAfterMs } from './persistence.js';

describe('the wait between tries', () => {
  it('doubles, half of it by chance, up to 30 seconds', () => {
    expect([1, 2, 3, 4].map((failed) => backOff(failed, 0))).toEqual([250, 500, 1000, 2000]);
    expect([1, 2, 3, 4].map((failed) => backOff(failed, 1))).toEqual([500, 1000, 2000, 4000]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failed, chance) => {
          expect(backOff(failed, chance)).toBeGreaterThanOrEqual(250);
          expect(backOff(failed, chance)).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['1.5', 1500],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 23:59:50 GMT', 0],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['2026', 2_026_000],
    [undefined, undefined],
  ])('%j asks for %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it('is a wait or nothing, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = retryAfterMs(header, now);
        expect(ms === undefined || ms >= 0).toBe(true);
      }),
    );
  });
});

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
