import { describe, expect, it } from 'vitest';
import { meter } from './meter.js';

describe('a budget', () => {
  it('counts what is under way as if it were spent, until it is known', () => {
    const { reserve, spend } = meter({ tokens: 100 });
    const over = reserve(60);
    expect(() => reserve(60)).toThrow('60 tokens under way, and the next one takes about 60 tokens');
    over();
    spend(30);
    reserve(60)();
    spend(41);
    expect(() => reserve(30)).toThrow('71 tokens spent in 2 requests');
  });

  it('may be spent to the last token', () => {
    const { reserve } = meter({ tokens: 100 });
    expect(() => reserve(100)).not.toThrow();
  });

  it('of either kind stops, whichever is reached first', () => {
    const { reserve, spend, usage } = meter({ tokens: 1000, usd: 0.000_05 }, 0.1);
    spend(499);
    expect(() => reserve(2)).toThrow('the budget of $0.00005 would be exceeded: $0.0000499 spent');
    expect(usage()).toMatchObject({ tokens: 499, calls: 0 });
  });

  it('that is not given never stops', () => {
    const { reserve, spend } = meter();
    spend(1e12);
    expect(() => reserve(1e12)).not.toThrow();
  });
});
