import { describe, expect, it } from 'vitest';
import { queryId } from '../../core/index.js';
import type { AnswerOutcome, JudgedAnswer } from '../../search/generation/index.js';
import { accuracyOf, answerRelation, meanAccuracy, meanAnswerRelation } from './answer-report.js';

const answers = (...outcomes: AnswerOutcome[]): readonly JudgedAnswer[] =>
  outcomes.map((outcome, i) => ({ id: queryId(`q${i}`), outcome }));

const scores = (...values: number[]) => new Map(values.map((value, i) => [queryId(`q${i}`), value]));

describe('accuracy', () => {
  it('is right answers over those right, wrong and never given', () => {
    const found = accuracyOf(answers('right', 'right', 'wrong', 'no-answer'))!;
    expect(found).toMatchObject({ accuracy: 0.5, queries: 4 });
    expect(found.interval.low).toBeLessThan(0.5);
    expect(found.interval.high).toBeGreaterThan(0.5);
  });

  it('does not count what is not known', () => {
    expect(
      accuracyOf(answers('right', 'unclear', 'failed', 'no-text', 'no-reference', 'wrong')),
    ).toMatchObject({ accuracy: 0.5, queries: 2 });
  });

  it('of nothing known is absent, not 0', () => {
    expect(accuracyOf(answers('unclear', 'failed'))).toBeUndefined();
    expect(accuracyOf([])).toBeUndefined();
  });

  it('over tasks weighs tasks alike', () => {
    const mean = meanAccuracy([answers('right'), answers('right', 'wrong', 'wrong', 'wrong')])!;
    expect(mean).toMatchObject({ accuracy: 0.625, queries: 5 });
  });

  it('over tasks is absent when one of them has none', () => {
    expect(meanAccuracy([answers('right'), answers('unclear')])).toBeUndefined();
    expect(meanAccuracy([])).toBeUndefined();
  });
});

describe('the relation to retrieval', () => {
  it('compares scores where the answer is right, wrong or unclear', () => {
    expect(
      answerRelation(
        answers('right', 'wrong', 'no-answer', 'unclear', 'failed', 'no-text'),
        scores(1, 0.5, 0.25, 0.75, 0.25, 0),
      ),
    ).toMatchObject({
      right: { queries: 1, mean: 1 },
      wrong: { queries: 2, mean: 0.375 },
      unclear: { queries: 2, mean: 0.5 },
      difference: 0.625,
    });
  });

  it('leaves out queries without a score', () => {
    expect(answerRelation(answers('right', 'wrong'), scores(0.5))).toEqual({
      right: { queries: 1, mean: 0.5 },
      wrong: { queries: 0 },
      unclear: { queries: 0 },
    });
  });

  it('over tasks is the mean of their differences', () => {
    const found = meanAnswerRelation([
      { answers: answers('right', 'wrong'), scores: scores(1, 0.5) },
      { answers: answers('right', 'wrong', 'unclear'), scores: scores(0.25, 0.5, 0.1) },
    ]);
    expect(found.difference).toBeCloseTo(0.125, 12);
    expect(found.unclear).toEqual({ queries: 1, mean: 0.1 });
  });
});
