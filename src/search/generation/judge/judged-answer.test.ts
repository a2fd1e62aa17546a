import { describe, expect, it } from 'vitest';
import { queryId } from '../../../core/index.js';
import { type AnswerOutcome, answeredRight, countAnswers, OUTCOMES } from './judged-answer.js';

const outcomes = Object.keys(OUTCOMES) as AnswerOutcome[];

describe('outcomes', () => {
  it('are counted, those that did not happen as 0', () => {
    const answers = (['right', 'right', 'unclear'] as const).map((outcome, i) => ({
      id: queryId(`q${i}`),
      outcome,
    }));
    const counts = countAnswers(answers);
    expect(counts).toMatchObject({ right: 2, unclear: 1, wrong: 0 });
    expect(Object.keys(counts)).toEqual(outcomes);
  });

  it('count as right or wrong only where that is known; no answer is no right answer', () => {
    expect(outcomes.filter((outcome) => answeredRight(outcome) === true)).toEqual(['right']);
    expect(outcomes.filter((outcome) => answeredRight(outcome) === false)).toEqual(['wrong', 'no-answer']);
  });
});
