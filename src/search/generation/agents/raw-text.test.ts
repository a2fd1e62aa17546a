import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf, REASONING, type ReasoningStyle } from '../../../models/llms/index.js';
import { rawText } from './raw-text.js';

const STYLES = Object.keys(REASONING) as ReasoningStyle[];

describe('the raw text of an agent', () => {
  it('is what was written, as it was written, when a reader finds the answer in it', () => {
    const asWritten = ['<think>\na </think>\n gout'];
    expect(rawText('gout', 'think-tag', { asWritten, before: 'a' })).toBe(asWritten[0]);
  });

  it('is the last part alone for a model whose whole text is searched with', () => {
    expect(rawText('gout', 'none', { asWritten: ['ask result gout', 'gout'], before: 'ask result' })).toBe(
      'gout',
    );
  });

  it('becomes one thought and the answer when a thought ended too early', () => {
    const whole = '<think>a</think> ask result gout';
    expect(
      rawText('gout', 'think-tag', { asWritten: [whole, 'gout'], before: '<think>a</think> ask result' }),
    ).toBe('<think>\na ask result\n</think>\n\ngout');
  });

  it('without an answer is what is there, if that reads as none', () => {
    expect(rawText(undefined, 'think-tag', { asWritten: ['<think>a'], before: '<think>a' })).toBe('<think>a');
    expect(rawText(undefined, 'auto', { asWritten: ['a'], before: 'a' })).toBe('<think>\na');
    expect(rawText(undefined, 'none', { asWritten: ['a'], before: 'a' })).toBe('');
  });

  it('reads as the answer, or as none, in every style and whatever was written', () => {
    const parts = ['<think>', '</think>', '<answer>', '</answer>', 'Final Response', '[/THINK]', 'a', ' '];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom(...STYLES),
        text,
        text,
        fc.boolean(),
        (style, written, before, answered) => {
          const raw = rawText(answered ? 'gout in a toe' : undefined, style, {
            asWritten: [written],
            before,
          });
          expect(answerOf(raw, style)?.trim() || undefined).toBe(answered ? 'gout in a toe' : undefined);
        },
      ),
    );
  });
});
