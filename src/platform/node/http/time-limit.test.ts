import { describe, expect, it } from 'vitest';
import { timeLimit } from './time-limit.js';

const alarms = () => {
  const set = new Set<() => void>();
  return {
    set,
    alarm: (_: number, ring: () => void) => {
      set.add(ring);
      return () => set.delete(ring);
    },
  };
};

describe('a limit of time', () => {
  it('begins again whenever something came, and ends what takes longer', () => {
    const { set, alarm } = alarms();
    const limit = timeLimit(new AbortController().signal, 1000, alarm);
    const [first] = set;
    limit.renew();
    expect(set.size).toBe(1);
    expect(set.has(first!)).toBe(false);
    for (const ring of set) ring();
    expect(limit.signal.aborted).toBe(true);
  });

  it('ends with the wish for an answer, and is over when it is done', () => {
    const { set, alarm } = alarms();
    const wish = new AbortController();
    const [waiting, done] = [timeLimit(wish.signal, 1, alarm), timeLimit(wish.signal, 1, alarm)];
    done.done();
    expect(set.size).toBe(1);
    wish.abort(new Error('enough'));
    expect(waiting.signal.reason).toMatchObject({ message: 'enough' });
    expect(done.signal.aborted).toBe(false);
    expect(() => timeLimit(wish.signal, 1, alarm)).toThrow('enough');
  });
});
