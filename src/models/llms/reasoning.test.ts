import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf, REASONING, type ReasoningStyle } from './reasoning.js';

const STYLES = Object.keys(REASONING) as ReasoningStyle[];

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
    ['auto', '<think>\nperhaps gout\n</think>\n\nUrate crystals.', 'Urate crystals.'],
    ['auto', 'perhaps gout</think> Urate crystals.', 'Urate crystals.'],
    ['auto', ' Urate crystals.\n', ' Urate crystals.\n'],
    ['auto', 'A tag such as <think> within a text.', 'A tag such as <think> within a text.'],
    [
      'harmony',
      '<|channel|>analysis<|message|>Gout?<|end|><|start|>assistant<|channel|>final<|message|>Urate crystals.<|return|>',
      'Urate crystals.',
    ],
    [
      'harmony',
      'a server that reads the format: Urate crystals.',
      'a server that reads the format: Urate crystals.',
    ],
    ['bracket-think', '[THINK]Gout?[/THINK]Urate crystals.', 'Urate crystals.'],
    ['unused-marks', '<unused94>thought\nGout?<unused95>Urate crystals.', 'Urate crystals.'],
    ['unused-marks', 'Urate crystals, at once.', 'Urate crystals, at once.'],
  ] as const)('%s: %j', (style, raw, answer) => {
    expect(answerOf(raw, style)).toBe(answer);
  });

  it.each(['think-tag', 'final-response', 'solution-marks', 'answer-tags'] as const)(
    'output that ends inside its reasoning has no answer (%s)',
    (style) => {
      expect(answerOf('<think>first I consider <answer> or <|begin_of_solution|>', style)).toBeUndefined();
    },
  );

  it.each([
    ['auto', '\n<think>first I consider'],
    ['harmony', '<|channel|>analysis<|message|>first I consider'],
    ['bracket-think', '[THINK]first I consider'],
    ['unused-marks', '<unused94>thought\nfirst I consider'],
  ] as const)('a model that need not think has no answer when its thought never ends (%s)', (style, raw) => {
    expect(answerOf(raw, style)).toBeUndefined();
  });

  it.each(['think-tag', 'auto', 'harmony', 'bracket-think', 'unused-marks'] as const)(
    'reasoning that a service gave in a field of its own is read alike (%s)',
    (style) => {
      expect(answerOf('<think>\nGout?\n</think>\n\nUrate crystals.', style)).toBe('Urate crystals.');
      expect(answerOf('<think>\nGout?', style)).toBeUndefined();
    },
  );

  const piece = fc.constantFrom(
    '<think>',
    '</think>',
    '<answer>',
    '</answer>',
    '## Final Response',
    '<|begin_of_solution|>',
    '<|end_of_solution|>',
    '<|channel|>final<|message|>',
    '<|channel|>analysis<|message|>',
    '<|return|>',
    '[THINK]',
    '[/THINK]',
    '<unused94>',
    '<unused95>',
    '\n',
  );
  const output = fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))).map((pieces) => pieces.join(''));

  it('every style reads every string, and finds nothing that is not in it', () => {
    fc.assert(
      fc.property(output, fc.constantFrom(...STYLES), (raw, style) => {
        const answer = answerOf(raw, style);
        expect(answer === undefined || raw.includes(answer)).toBe(true);
      }),
    );
  });

  it('a text without any mark is its own answer wherever thinking is no must', () => {
    const words = fc.string().filter((text) => !/[<[|]/.test(text));
    fc.assert(
      fc.property(
        words,
        fc.constantFrom('none', 'auto', 'harmony', 'bracket-think', 'unused-marks' as const),
        (raw, style) => {
          expect(answerOf(raw, style)).toBe(raw);
        },
      ),
    );
  });
});
