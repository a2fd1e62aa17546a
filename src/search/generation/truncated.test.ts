import { describe, expect, it } from 'vitest';
import { truncatedAnswers, truncatedTexts } from './generated-texts.js';
import type { GenerationStep } from './generation-method.js';

const wrote = (text: string, finish: 'stop' | 'length'): GenerationStep => ({
  step: 'wrote',
  text,
  finish,
  tokensIn: 1,
  tokensOut: 1,
});

describe('a text', () => {
  it('is truncated where the call that wrote it ended at the limit of tokens', () => {
    const trace = [wrote('list', 'length'), wrote('a', 'stop'), wrote('b', 'length'), wrote('c', 'stop')];
    expect(truncatedTexts({ texts: ['a', 'b', 'c'], trace })).toEqual([false, true, false]);
  });

  it('that was put together of several calls ends with the last', () => {
    const trace = [wrote('I search.', 'length'), wrote('Gout.', 'stop')];
    expect(truncatedTexts({ texts: ['I search. Gout.'], trace })).toEqual([false]);
    expect(truncatedTexts({ texts: ['I search. Gout.'], trace: trace.toReversed() })).toEqual([true]);
    expect(truncatedTexts({ texts: ['x'], trace: [] })).toEqual([false]);
  });

  it('that ends inside its reasoning has no answer that could be truncated', () => {
    const draft = {
      texts: ['hm</think> Gou', 'hm, cou', 'hm</think> Gout.'],
      truncated: [true, true, false],
      traces: [],
    };
    expect(truncatedAnswers(draft, 'think-tag')).toBe(1);
    expect(truncatedAnswers(draft, 'none')).toBe(2);
  });
});
