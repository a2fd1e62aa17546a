import type { QueryId } from '../core/index.js';
import {
  type Accuracy,
  type AnswerRelation,
  accuracyOf,
  answerRelation,
  type JudgedTask,
  meanAccuracy,
  meanAnswerRelation,
  type QueryScores,
} from '../experiment/running/index.js';
import { type Column, textTable } from '../platform/tables/index.js';
import type { AnswerCounts, JudgedAnswer, Outcome } from '../search/generation/index.js';
import { percent } from './format.js';

/** A judged task, with a system's scores on its queries where they were requested. */
export interface AnswerRow extends JudgedTask {
  readonly scores?: QueryScores;
}

interface Line<Value> {
  readonly task: string;
  readonly value: Value;
}

const columnOf =
  <Value>(lines: readonly Line<Value>[]) =>
  (heading: string, cell: (value: Value) => string): Column => ({
    heading,
    align: 'right',
    cells: lines.map(({ value }) => cell(value)),
  });

const taskColumn = (lines: readonly Line<unknown>[]): Column => ({
  heading: 'Task',
  align: 'left',
  cells: lines.map(({ task }) => task),
});

/** Shown only where they happened. */
const RARE: Readonly<Partial<Record<Outcome, string>>> = {
  failed: 'Failed',
  'no-text': 'No text',
  'no-reference': 'No reference',
};

/** How many answers of each task are right. */
export const accuracyTable = (
  rows: readonly AnswerRow[],
  width: number,
  includeIncomplete = false,
): string => {
  const lines: Line<{ counts: AnswerCounts; queries: number; accuracy?: Accuracy | undefined }>[] = rows.map(
    ({ task, answers, counts }) => ({
      task,
      value: { counts, queries: answers.length, accuracy: accuracyOf(answers) },
    }),
  );
  if (rows.length > 1)
    lines.push({
      task: 'Mean',
      value: {
        counts: sumOf(rows.map(({ counts }) => counts)),
        queries: rows.reduce((sum, { answers }) => sum + answers.length, 0),
        accuracy: meanOf(rows, includeIncomplete),
      },
    });
  const column = columnOf(lines);
  const count = (heading: string, outcome: Outcome): Column =>
    column(heading, ({ counts }) => `${counts[outcome]}`);
  return textTable(
    [
      taskColumn(lines),
      column('Queries', ({ queries }) => `${queries}`),
      column('Judged', ({ counts }) => `${counts.right + counts.wrong + counts.unclear}`),
      count('Right', 'right'),
      count('Wrong', 'wrong'),
      count('Unclear', 'unclear'),
      count('No answer', 'no-answer'),
      ...(Object.entries(RARE) as [Outcome, string][])
        .filter(([outcome]) => rows.some(({ counts }) => counts[outcome] > 0))
        .map(([outcome, heading]) => count(heading, outcome)),
      column('Accuracy', accuracyCell),
      column('95 % interval', ({ accuracy }) => intervalText(accuracy?.interval)),
    ],
    width,
  );
};

/** In brackets where the judge left answers unjudged. */
const accuracyCell = (value: { counts: AnswerCounts; accuracy?: Accuracy | undefined }): string => {
  const { counts, accuracy } = value;
  return counts.failed > 0 && accuracy ? `(${percent(accuracy.accuracy)})` : percent(accuracy?.accuracy);
};

/** Verdicts that failed make a task's accuracy incomplete, and no mean hides that. */
const meanOf = (rows: readonly AnswerRow[], includeIncomplete: boolean): Accuracy | undefined =>
  includeIncomplete || rows.every(({ counts }) => counts.failed === 0)
    ? meanAccuracy(rows.map(({ answers }) => answers))
    : undefined;

const sumOf = (all: readonly AnswerCounts[]): AnswerCounts => {
  const [first, ...rest] = all as [AnswerCounts, ...AnswerCounts[]];
  return rest.reduce(
    (sums, counts) =>
      Object.fromEntries(
        (Object.keys(sums) as Outcome[]).map((outcome) => [outcome, sums[outcome] + counts[outcome]]),
      ) as AnswerCounts,
    first,
  );
};

type ScoredRow = AnswerRow & { readonly scores: QueryScores };

/** How a system's scores go with right answers, task by task and within all tasks. */
export const relationTable = (rows: readonly ScoredRow[], width: number): string => {
  const lines: Line<AnswerRelation>[] = rows.map(({ task, answers, scores }) => ({
    task,
    value: answerRelation(answers, scores),
  }));
  if (rows.length > 1) lines.push({ task: 'Within tasks', value: meanAnswerRelation(rows) });
  const column = columnOf(lines);
  return textTable(
    [
      taskColumn(lines),
      column('Right', ({ right }) => percent(right.mean)),
      column('Wrong', ({ wrong }) => percent(wrong.mean)),
      column('Unclear', ({ unclear }) => percent(unclear.mean)),
      column('Difference', ({ difference }) => percent(difference)),
      column('95 % interval', ({ interval }) => intervalText(interval)),
      column('r', ({ pointBiserial }) => figure(pointBiserial?.r)),
      column('p', ({ pointBiserial }) => figure(pointBiserial?.p)),
      column('rho', ({ spearman }) => figure(spearman?.r)),
    ],
    width,
  );
};

/** One line per query: what became of its answer, how well it was searched for, and the two answers. */
export const answerList = (rows: readonly AnswerRow[], width: number): string => {
  const lines = rows.flatMap(({ task, answers, scores }) =>
    answers.map((answer) => ({ task, value: { ...answer, score: scores?.get(answer.id) } })),
  );
  const column = columnOf(lines);
  const left = (heading: string, cell: (value: (typeof lines)[number]['value']) => string): Column => ({
    ...column(heading, cell),
    align: 'left',
  });
  return textTable(
    [
      left('Query', ({ id }) => id),
      left('Outcome', ({ outcome }) => outcome.replace('-', ' ')),
      ...(rows.some(({ scores }) => scores) ? [column('Score', ({ score }) => percent(score))] : []),
      left('Model answer', ({ modelAnswer }) => shortened(modelAnswer)),
      left('Reference', ({ reference }) => shortened(reference)),
    ],
    width,
  );
};

/** All figures unrounded, with every verdict. */
export const answerJson = (rows: readonly AnswerRow[], includeIncomplete = false) => {
  const scored = rows.filter(hasScores);
  return {
    tasks: rows.map(({ task, file, answers, counts, usage, scores }) => ({
      task,
      file,
      counts,
      usage,
      ...accuracyOf(answers),
      ...(counts.failed > 0 && {
        incomplete: { 'answers not judged': { count: counts.failed, reason: reasonIn(answers) } },
      }),
      ...(scores && { relation: answerRelation(answers, scores) }),
      answers: answers.map((answer) => withScore(answer, scores)),
    })),
    ...(rows.length > 1 && {
      mean: {
        ...meanOf(rows, includeIncomplete),
        ...(scored.length > 0 && { relation: meanAnswerRelation(scored) }),
      },
    }),
  };
};

const reasonIn = (answers: readonly JudgedAnswer[]): string =>
  answers.find(({ outcome }) => outcome === 'failed')?.said ?? 'no reason given';

export const hasScores = (row: AnswerRow): row is ScoredRow => row.scores !== undefined;

const withScore = <Answer extends { readonly id: QueryId }>(answer: Answer, scores?: QueryScores) => {
  const score = scores?.get(answer.id);
  return score === undefined ? answer : { ...answer, score };
};

const intervalText = (interval?: { readonly low: number; readonly high: number }): string =>
  interval ? `${percent(interval.low)} – ${percent(interval.high)}` : '–';

const figure = (value: number | undefined): string => value?.toFixed(3) ?? '–';

const LONGEST_ANSWER = 40;

/** An answer on one line, and no control characters of a model's on the terminal. */
const shortened = (text = '–'): string => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > LONGEST_ANSWER ? `${letters.slice(0, LONGEST_ANSWER - 1).join('')}…` : line;
};
