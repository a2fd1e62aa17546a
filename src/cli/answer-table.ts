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
import { scoreText, type TableColumn, table } from '../platform/tables/index.js';
import type { AnswerCounts, AnswerOutcome, JudgedAnswer } from '../search/generation/index.js';

/** A judged task, with a system's scores on its queries where they were requested. */
export interface AnswerRow extends JudgedTask {
  readonly scores?: QueryScores;
}

interface AccuracyLine {
  readonly task: string;
  readonly counts: AnswerCounts;
  readonly queries: number;
  readonly accuracy?: Accuracy | undefined;
}

/** Shown only where they happened. */
const RARE: Readonly<Partial<Record<AnswerOutcome, string>>> = {
  failed: 'Failed',
  'no-text': 'No text',
  'no-reference': 'No reference',
};

export const accuracyTable = (rows: readonly AnswerRow[], width: number, includeIncomplete = false) => {
  const lines: AccuracyLine[] = rows.map(({ task, answers, counts }) => ({
    task,
    counts,
    queries: answers.length,
    accuracy: accuracyOf(answers),
  }));
  if (rows.length > 1)
    lines.push({
      task: 'Mean',
      counts: sumOf(rows.map(({ counts }) => counts)),
      queries: rows.reduce((sum, { answers }) => sum + answers.length, 0),
      accuracy: accuracyOfAll(rows, includeIncomplete),
    });
  const count = (heading: string, outcome: AnswerOutcome): TableColumn<AccuracyLine> => [
    heading,
    ({ counts }) => counts[outcome],
  ];
  return table(lines, [
    ['Task', ({ task }) => task, 'left'],
    ['Queries', ({ queries }) => queries],
    ['Judged', ({ counts }) => counts.right + counts.wrong + counts.unclear],
    count('Right', 'right'),
    count('Wrong', 'wrong'),
    count('Unclear', 'unclear'),
    count('No answer', 'no-answer'),
    ...(Object.entries(RARE) as [AnswerOutcome, string][])
      .filter(([outcome]) => rows.some(({ counts }) => counts[outcome] > 0))
      .map(([outcome, heading]) => count(heading, outcome)),
    ['Accuracy', accuracyCell],
    ['95 % interval', ({ accuracy }) => intervalText(accuracy?.interval)],
  ]).text(width);
};

/** In brackets where the judge left answers unjudged. */
const accuracyCell = ({ counts, accuracy }: AccuracyLine): string =>
  counts.failed > 0 && accuracy ? `(${scoreText(accuracy.accuracy)})` : scoreText(accuracy?.accuracy);

/** Verdicts that failed make a task's accuracy incomplete, and no mean hides that. */
export const accuracyOfAll = (
  rows: readonly AnswerRow[],
  includeIncomplete: boolean,
): Accuracy | undefined =>
  includeIncomplete || rows.every(({ counts }) => counts.failed === 0)
    ? meanAccuracy(rows.map(({ answers }) => answers))
    : undefined;

export const sumOf = (all: readonly AnswerCounts[]): AnswerCounts => {
  const [first, ...rest] = all as [AnswerCounts, ...AnswerCounts[]];
  return rest.reduce(
    (sums, counts) =>
      Object.fromEntries(
        (Object.keys(sums) as AnswerOutcome[]).map((outcome) => [outcome, sums[outcome] + counts[outcome]]),
      ) as AnswerCounts,
    first,
  );
};

type ScoredRow = AnswerRow & { readonly scores: QueryScores };

/** How a system's scores go with right answers, task by task and within all tasks. */
export const relationTable = (rows: readonly ScoredRow[], width: number): string => {
  const lines: (AnswerRelation & { readonly task: string })[] = rows.map(({ task, answers, scores }) => ({
    task,
    ...answerRelation(answers, scores),
  }));
  if (rows.length > 1) lines.push({ task: 'Within tasks', ...meanAnswerRelation(rows) });
  return relationLines('Task', lines, width);
};

/** One line per relation, named in its first column. */
export const relationLines = (
  heading: string,
  lines: readonly (AnswerRelation & { readonly task: string })[],
  width: number,
): string =>
  table(lines, [
    [heading, ({ task }) => task, 'left'],
    ['Right', ({ right }) => scoreText(right.mean)],
    ['Wrong', ({ wrong }) => scoreText(wrong.mean)],
    ['Unclear', ({ unclear }) => scoreText(unclear.mean)],
    ['Difference', ({ difference }) => scoreText(difference)],
    ['95 % interval', ({ interval }) => intervalText(interval)],
    ['r', ({ pointBiserial }) => figure(pointBiserial?.r)],
    ['p', ({ pointBiserial }) => figure(pointBiserial?.p)],
    ['rho', ({ spearman }) => figure(spearman?.r)],
  ]).text(width);

/** One line per query: what became of its answer, how well it was searched for, and the two answers. */
export const answerList = (rows: readonly AnswerRow[], width: number): string => {
  const lines = rows.flatMap(({ answers, scores }) =>
    answers.map((answer) => ({ ...answer, score: scores?.get(answer.id) })),
  );
  return table(lines, [
    ['Query', ({ id }) => id, 'left'],
    ['Outcome', ({ outcome }) => outcome.replace('-', ' '), 'left'],
    rows.some(({ scores }) => scores) && ['Score', ({ score }) => scoreText(score)],
    ['Model answer', ({ modelAnswer }) => shortened(modelAnswer), 'left'],
    ['Reference', ({ reference }) => shortened(reference), 'left'],
  ]).text(width);
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
        ...accuracyOfAll(rows, includeIncomplete),
        ...(scored.length > 0 && { relation: meanAnswerRelation(scored) }),
      },
    }),
  };
};

const reasonIn = (answers: readonly JudgedAnswer[]): string =>
  answers.find(({ outcome }) => outcome === 'failed')?.said ?? 'no reason given';

export const hasScores = <Row extends AnswerRow>(row: Row): row is Row & { readonly scores: QueryScores } =>
  row.scores !== undefined;

const withScore = <Answer extends { readonly id: QueryId }>(answer: Answer, scores?: QueryScores) => {
  const score = scores?.get(answer.id);
  return score === undefined ? answer : { ...answer, score };
};

export const intervalText = (interval?: { readonly low: number; readonly high: number }): string =>
  interval ? `${scoreText(interval.low)} – ${scoreText(interval.high)}` : '–';

export const figure = (value: number | undefined): string => value?.toFixed(3) ?? '–';

const LONGEST_ANSWER = 40;

/** An answer on one line, and no control characters of a model's on the terminal. */
const shortened = (text = '–'): string => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > LONGEST_ANSWER ? `${letters.slice(0, LONGEST_ANSWER - 1).join('')}…` : line;
};
