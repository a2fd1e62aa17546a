import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, type Retryable, retryAfterMs, systemTime, withRetry } from './retry.js';

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

describe('trying again', () => {
  const setting = (longestAskedMs = 1000) => {
    const waits: number[] = [];
    const notes: string[] = [];
    return {
      waits,
      notes,
      circumstances: {
        policy: { tries: 3, sleep: async (ms: number) => waits.push(ms), random: () => 1, date: () => 0 },
        signal: new AbortController().signal,
        note: (line: string) => notes.push(line),
        longestAskedMs,
        retryable: (error: unknown) => (error as { retryable?: Retryable }).retryable,
      },
    };
  };
  const failure = (retryable?: Retryable): Error => Object.assign(new Error('busy'), { retryable });
  const failing = (failures: readonly Error[]) => {
    const left = [...failures];
    return async (): Promise<string> => {
      if (left.length > 0) throw left.shift();
      return 'done';
    };
  };

  it('waits as long as is asked, else longer each time, and says so', async () => {
    const { waits, notes, circumstances } = setting();
    expect(await withRetry(failing([failure({ waitMs: 0 }), failure({})]), circumstances)).toBe('done');
    expect(waits).toEqual([0, 1000]);
    expect(notes).toEqual(['busy; try 2 of 3 in 0.0 s', 'busy; try 3 of 3 in 1.0 s']);
  });

  it.each([
    ['a failure that is final', [failure()], 0],
    ['a wait that is too long', [failure({ waitMs: 1001 })], 0],
    ['the last try', [failure({}), failure({}), failure({})], 2],
  ])('ends with %s', async (_, failures, waited) => {
    const { waits, circumstances } = setting();
    await expect(withRetry(failing(failures), circumstances)).rejects.toBe(failures.at(-1));
    expect(waits).toHaveLength(waited);
  });

  it('names the limit of the kind of failure, where it has one of its own', async () => {
    const { notes, circumstances } = setting();
    const failures = [failure({ triesLeft: 1 }), failure({ triesLeft: 7 })];
    expect(await withRetry(failing(failures), circumstances)).toBe('done');
    expect(notes).toEqual(['busy; try 2 of 2 in 0.5 s', 'busy; try 3 of 3 in 1.0 s']);
  });

  it('starts counting again after progress', async () => {
    const { waits, circumstances } = setting();
    const moved = failure({ progressed: true });
    expect(await withRetry(failing([moved, moved, moved, moved]), circumstances)).toBe('done');
    expect(waits).toEqual([500, 500, 500, 500]);
  });

  it('with this computer’s own clock can be broken off', async () => {
    const stop = new AbortController();
    const circumstances = {
      ...setting(300_000).circumstances,
      policy: { ...systemTime, tries: 3 },
      signal: stop.signal,
      note: () => stop.abort(new Error('enough')),
    };
    await expect(withRetry(failing([failure({ waitMs: 300_000 })]), circumstances)).rejects.toThrow();
    expect(stop.signal.aborted).toBe(true);
  });
});
