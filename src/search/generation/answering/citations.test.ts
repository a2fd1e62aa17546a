import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationsIn } from './citations.js';

const numbers = (text: string): readonly number[] => citationsIn(text).map(({ number }) => number);

describe('citations of an answer', () => {
  it('belong to the sentence that they close, before its full stop or after it', () => {
    for (const answer of [
      'It hurts. Urate settles in joints [2]. So it is.',
      'It hurts. Urate settles in joints. [2] So it is.',
    ])
      expect(citationsIn(answer)).toEqual([
        {
          number: 2,
          statement: answer.includes('. [') ? 'Urate settles in joints.' : 'Urate settles in joints',
        },
      ]);
  });

  it('may be several, in one bracket, in several, or as a range', () => {
    expect(numbers('Gout [1, 3].')).toEqual([1, 3]);
    expect(numbers('Gout [1][3].')).toEqual([1, 3]);
    expect(numbers('Gout [2-4]; [7–8].')).toEqual([2, 3, 4, 7, 8]);
    expect(citationsIn('Gout [1][3].').map(({ statement }) => statement)).toEqual(['Gout', 'Gout']);
  });

  it('of one number in one sentence are one', () => {
    expect(numbers('Gout [1] [1].')).toEqual([1]);
    expect(numbers('Gout [1]. Urate [1].')).toEqual([1, 1]);
  });

  it('are numbers in square brackets that follow words, nothing else', () => {
    expect(numbers('[1] (2) [a] [1234] [] [1.5] {3}')).toEqual([]);
    expect(numbers('A range that no one shows [1-900].')).toEqual([1, 900]);
  });

  it('stand in the text, whatever it is', () => {
    const piece = fc.constantFrom('[1]', '[2, 3]', '. ', '\n', 'gout', ' ', '[', ']', '-', '9', '!');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const { number, statement } of citationsIn(text)) {
          expect(text).toContain(String(number));
          expect(statement).not.toMatch(/\[\d+\]|\n/);
          expect(statement.trim()).not.toBe('');
        }
      }),
    );
  });
});
