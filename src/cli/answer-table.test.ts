import { describe, expect, it } from 'vitest';
import { queryId, unstyled } from '../core/index.js';
import { countAnswers, type JudgedAnswer } from '../search/generation/index.js';
import { type AnswerRow, accuracyTable, answerJson, answerList, relationTable } from './answer-table.js';

const row = (task: string, answers: readonly JudgedAnswer[], scores?: readonly number[]): AnswerRow => ({
  task,
  file: `${task}.jsonl`,
  answers,
  counts: countAnswers(answers),
  usage: { calls: answers.length, tokensIn: 0, tokensOut: 0, estimated: 0 },
  ...(scores && { scores: new Map(scores.map((score, i) => [answers[i]!.id, score])) }),
});

const right = (id: string): JudgedAnswer => ({
  id: queryId(id),
  outcome: 'right',
  correct: true,
  reference: 'Gout',
  modelAnswer: 'podagra',
});
const wrong = (id: string): JudgedAnswer => ({
  ...right(id),
  outcome: 'wrong',
  correct: false,
  modelAnswer: 'lupus',
});

describe('the table of answers', () => {
  it('counts per task and ends with the mean of tasks', () => {
    const text = unstyled(
      accuracyTable([row('A', [right('q1'), wrong('q2')]), row('B', [right('q1')])], 200),
    );
    expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['Task', 'Queries', 'Judged', 'Right', 'Wrong', 'Unclear', 'No answer', 'Accuracy', '95 % interval'],
      expect.anything(),
      ['A', '2', '2', '1', '1', '0', '0', '50.00', '0.00 – 100.00'],
      ['B', '1', '1', '1', '0', '0', '0', '100.00', '100.00 – 100.00'],
      ['Mean', '3', '3', '2', '1', '0', '0', '75.00', '50.00 – 100.00'],
    ]);
  });

  it('of one task has no mean', () => {
    expect(accuracyTable([row('A', [right('q1')])], 200)).not.toContain('Mean');
  });

  it('shows failures and gaps only where there are some, and no accuracy where nothing is known', () => {
    const failed = { id: queryId('q'), outcome: 'failed' } as const;
    const text = accuracyTable([row('A', [failed])], 200);
    expect(text).toContain('Failed');
    expect(text).not.toContain('No text');
    expect(text.split('\n').at(-1)!.split(/ {2,}/).slice(-3)).toEqual(['1', '–', '–']);
  });
});

it('an accuracy that lacks verdicts stands in brackets and in no mean, unless it is to be counted', () => {
  const failed = { id: queryId('q9'), outcome: 'failed' } as const;
  const rows = [row('A', [right('q1'), failed]), row('B', [right('q1')])];
  expect(accuracyTable(rows, 200)).toMatch(/A .*\(100\.00\)[\s\S]*Mean .* – +–$/);
  expect(accuracyTable(rows, 200, true)).toMatch(/Mean .*\(100\.00\)/);
  expect(answerJson(rows).tasks[0]).toMatchObject({ incomplete: { 'answers not judged': { count: 1 } } });
  expect(answerJson(rows).mean).not.toHaveProperty('accuracy');
  expect(answerJson(rows, true).mean).toMatchObject({ accuracy: 1 });
});

describe('the table of the relation', () => {
  it('shows scores by answer and how they go together', () => {
    const rows = [
      { ...row('A', [right('q1'), wrong('q2'), right('q3')]), scores: new Map([[queryId('q1'), 1]]) },
    ];
    expect(relationTable(rows, 200).split('\n').at(-1)!.split(/ {2,}/)).toEqual([
      'A',
      '100.00',
      ...Array(7).fill('–'),
    ]);
    const full = row('A', [right('q1'), wrong('q2'), right('q3')], [1, 0.5, 1]) as Required<AnswerRow>;
    expect(relationTable([full, full], 200).split('\n').slice(2)).toEqual([
      expect.stringMatching(/^A +100\.00 +50\.00 +– +50\.00 +50\.00 – 50\.00 +1\.000 +0\.000 +1\.000$/),
      expect.stringMatching(/^A /),
      expect.stringMatching(/^Within tasks +100\.00 +50\.00 +– +50\.00 +50\.00 – 50\.00 +1\.000 +0\.000 +–$/),
    ]);
  });
});

describe('the list of queries', () => {
  it('shows outcome, score and both answers on one line each, without a model’s control characters', () => {
    const odd = { ...wrong('q2'), modelAnswer: `lupus\n\u001b[31m${'x'.repeat(60)}` };
    const lines = answerList([row('A', [right('q1'), odd], [1, 0.25])], 200).split('\n');
    expect(lines[2]).toMatch(/^q1 +right +100\.00 +podagra +Gout$/);
    expect(lines[3]).toMatch(/^q2 +wrong +25\.00 +lupus \[31mx+… +Gout$/);
    expect(lines).toHaveLength(4);
  });

  it('has no scores where none were asked for', () => {
    expect(answerList([row('A', [right('q1')])], 200)).not.toContain('Score');
  });
});

describe('as JSON', () => {
  it('figures are unrounded and every verdict is there', () => {
    const json = answerJson([row('A', [right('q1'), wrong('q2'), wrong('q3')], [1, 0.5, 0.1])]);
    expect(json).toMatchObject({
      tasks: [{ task: 'A', accuracy: 1 / 3, relation: { wrong: { mean: 0.3 } } }],
    });
    expect(json.tasks[0]!.answers[0]).toEqual({ ...right('q1'), score: 1 });
    expect(json).not.toHaveProperty('mean');
  });

  it('several tasks have a mean', () => {
    const json = answerJson([row('A', [right('q1')]), row('B', [wrong('q1')])]);
    expect(json).toMatchObject({ mean: { accuracy: 0.5 } });
  });
});
