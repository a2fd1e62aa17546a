import { describe, expect, it } from 'vitest';
import { readingSpeed } from './reading-speed.js';

describe('readingSpeed', () => {
  it('counts tokens from its beginning on, as a share of the matrix rate where that is known', () => {
    let [tokens, now] = [500, 1000];
    const known = readingSpeed(() => ({ tokens, matrixTokensPerSecond: 4000 }), { now: () => now });
    const unknown = readingSpeed(() => ({ tokens }), { now: () => now });
    expect(known.text()).toBe('');
    [tokens, now] = [6500, 3000];
    expect(known.text()).toBe('3,000 tokens/s, 0.75 of the matrix rate');
    expect(known.facts).toEqual({ tokensPerSecond: 3000, matrixShare: 0.75 });
    expect(unknown.text()).toBe('3,000 tokens/s');
    expect(unknown.facts).toEqual({});
  });
});
