import { describe, expect, it } from 'vitest';
import { llm, llms } from './llms.js';
import { answerOf } from './reasoning.js';

describe('where an answer begins', () => {
  it.each([
    ['none', ' the whole text ', ' the whole text '],
    [
      'think-tag',
      '<think>perhaps gout</think>\n\nUrate crystals. </think> again',
      'Urate crystals. </think> again',
    ],
    ['think-tag', 'no opening mark </think> answer', 'answer'],
    ['final-response', '## Thinking\nhm\n\n## Final Response\n\nGout.', 'Gout.'],
    ['solution-marks', 'a<|begin_of_solution|> b <|end_of_solution|>c', 'b'],
    ['answer-tags', '<think>x</think><answer> gout </answer><answer>no</answer>', 'gout'],
  ] as const)('%s', (style, raw, answer) => {
    expect(answerOf(raw, style)).toBe(answer);
  });

  it.each(['think-tag', 'final-response', 'solution-marks', 'answer-tags'] as const)(
    'output that ends inside its reasoning has no answer (%s)',
    (style) => {
      expect(answerOf('<think>first I consider <answer> or <|begin_of_solution|>', style)).toBeUndefined();
    },
  );
});

describe('language models', () => {
  it('are rows with distinct names', () => {
    expect(Object.keys(llms()).length).toBeGreaterThanOrEqual(19);
    expect(llm('gpt4').model).toBe('gpt-4o-2024-11-20');
    expect(llm('qwq-32b').reasoning).toBe('think-tag');
  });

  it('that are not known are named with the nearest', () => {
    expect(() => llm('gpt-4')).toThrow('did you mean "gpt4"');
  });
});
