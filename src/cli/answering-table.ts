import {
  type Accuracy,
  type AnswerComparison,
  type AnsweredTask,
  accuracyOf,
  answerRelation,
  compareAnswers,
  meanAnswerRelation,
  type QueryScores,
  sourceName,
} from '../experiment/running/index.js';
import { scoreText, table } from '../platform/tables/index.js';
import type { AnswerCounts } from '../search/generation/index.js';
import {
  accuracyOfAll,
  answerJson,
  answerList,
  figure,
  hasScores,
  intervalText,
  relationLines,
  sumOf,
} from './answer-table.js';

/** The answers of one source on all tasks. */
interface SourceRows {
  readonly name: string;
  readonly rows: readonly AnsweredTask[];
  readonly counts: AnswerCounts;
  readonly accuracy: Accuracy | undefined;
}

const bySource = (rows: readonly AnsweredTask[], includeIncomplete: boolean): readonly SourceRows[] => {
  const names = [...new Set(rows.map(({ source }) => sourceName(source)))];
  return names.map((name) => {
    const of = rows.filter(({ source }) => sourceName(source) === name);
    return {
      name,
      rows: of,
      counts: sumOf(of.map(({ counts }) => counts)),
      accuracy: of.length > 1 ? accuracyOfAll(of, includeIncomplete) : accuracyOf(of[0]!.answers),
    };
  });
};

/** What became of the citations of answers. */
interface CitationCounts {
  readonly answers: number;
  /** Answers that cite nothing. */
  readonly without: number;
  readonly citations: number;
  /** Of a number that no document had. */
  readonly notShown: number;
  readonly supported: number;
  readonly unsupported: number;
}

const citationCounts = (rows: readonly AnsweredTask[]): CitationCounts => {
  const answers = rows.flatMap(({ citations }) => citations);
  const all = answers.flatMap(({ citations }) => citations);
  return {
    answers: answers.length,
    without: answers.filter(({ citations }) => citations.length === 0).length,
    citations: all.length,
    notShown: all.filter(({ document }) => document === undefined).length,
    supported: all.filter(({ supported }) => supported === true).length,
    unsupported: all.filter(({ supported }) => supported === false).length,
  };
};

const comparisons = (
  sources: readonly SourceRows[],
  includeIncomplete: boolean,
): readonly AnswerComparison[] =>
  compareAnswers(
    sources.map(({ name, rows }) => ({ name, tasks: rows })),
    includeIncomplete,
  );

const relationOf = (rows: readonly AnsweredTask[]) => {
  const scored = rows.filter(hasScores);
  if (scored.length === 0) return undefined;
  return scored.length === 1
    ? answerRelation(scored[0]!.answers, scored[0]!.scores)
    : meanAnswerRelation(scored);
};

const meanScore = (rows: readonly AnsweredTask[]): number | undefined => {
  const means = rows.flatMap(({ scores }) => (scores ? [meanOf(scores)] : []));
  return means.length === rows.length ? means.reduce((sum, each) => sum + each, 0) / means.length : undefined;
};

const meanOf = (scores: QueryScores): number =>
  [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;

/** How answers are shown. */
export interface AnsweringView {
  readonly measure: string;
  readonly includeIncomplete: boolean;
  readonly perQuery: boolean;
  readonly width: number;
}

export const answeringText = (rows: readonly AnsweredTask[], view: AnsweringView): string => {
  const { measure, includeIncomplete, perQuery, width } = view;
  const sources = bySource(rows, includeIncomplete);
  const compared = comparisons(sources, includeIncomplete);
  const relations = sources.flatMap((source) => {
    const relation = relationOf(source.rows);
    return relation ? [{ task: source.name, ...relation }] : [];
  });
  return [
    sourceTable(sources, measure, width),
    ...(sources[0]!.rows.length > 1 ? [`Accuracy by task\n\n${taskTable(sources, width)}`] : []),
    ...(compared.length > 0
      ? [`Accuracy against ${sources[0]!.name}\n\n${comparisonTable(compared, width)}`]
      : []),
    ...movedTexts(sources[0]!.name, compared, measure, width),
    `${measure} by answer, times 100\n\n${relationLines('Documents of', relations, width)}`,
    `Citations\n\n${citationTable(sources, width)}`,
    ...(perQuery
      ? sources.map(({ name, rows: of }) => `Answers with documents of ${name}\n\n${answerList(of, width)}`)
      : []),
  ].join('\n\n');
};

const accuracyText = (accuracy: Accuracy | undefined, { failed }: AnswerCounts): string =>
  failed > 0 && accuracy ? `(${scoreText(accuracy.accuracy)})` : scoreText(accuracy?.accuracy);

const sourceTable = (sources: readonly SourceRows[], measure: string, width: number): string =>
  table(sources, [
    ['Documents of', ({ name }) => name, 'left'],
    ['Right', ({ counts }) => counts.right],
    ['Wrong', ({ counts }) => counts.wrong],
    ['Unclear', ({ counts }) => counts.unclear],
    ['No answer', ({ counts }) => counts['no-answer']],
    sources.some(({ counts }) => counts.failed > 0) && ['Failed', ({ counts }) => counts.failed],
    ['Accuracy', ({ accuracy, counts }) => accuracyText(accuracy, counts)],
    ['95 % interval', ({ accuracy }) => intervalText(accuracy?.interval)],
    [measure, ({ rows }) => scoreText(meanScore(rows))],
  ]).text(width);

const taskTable = (sources: readonly SourceRows[], width: number): string =>
  table(sources, [
    ['Documents of', ({ name }) => name, 'left'],
    ...sources[0]!.rows.map(
      ({ task }, i) =>
        [
          task,
          ({ rows }: SourceRows) => accuracyText(accuracyOf(rows[i]!.answers), rows[i]!.counts),
        ] as const,
    ),
  ]).text(width);

const comparisonTable = (compared: readonly AnswerComparison[], width: number): string =>
  table(compared, [
    ['Documents of', ({ name }) => name, 'left'],
    ['Difference', ({ overall }) => scoreText(overall.difference)],
    ['95 % interval', ({ overall }) => intervalText(overall.interval)],
    ['Won/tied/lost', ({ overall: { wins, ties, losses } }) => `${wins}/${ties}/${losses}`],
    ['p', ({ overall }) => figure(overall.randomisation.p)],
    ['p (Holm)', ({ overall }) => figure(overall.pHolm)],
  ]).text(width);

const MOVES = { better: 'found better', equal: 'found alike', worse: 'found worse' } as const;

/** Do answers follow the documents? One small table for each search that is compared with the first. */
const movedTexts = (
  first: string,
  compared: readonly AnswerComparison[],
  measure: string,
  width: number,
): readonly string[] =>
  compared.flatMap(({ name, moved }) =>
    moved
      ? [
          `Queries by ${measure} and answer, ${name} against ${first}\n\n${table(
            Object.entries(MOVES) as [keyof typeof MOVES, string][],
            [
              ['Documents', ([, text]) => text, 'left'],
              ['Now right', ([key]) => moved[key].gained],
              ['Answer alike', ([key]) => moved[key].same],
              ['No longer right', ([key]) => moved[key].lost],
            ],
          ).text(width)}`,
        ]
      : [],
  );

const citationTable = (sources: readonly SourceRows[], width: number): string => {
  const lines = sources.map(({ name, rows }) => ({ name, ...citationCounts(rows) }));
  const checked = lines.some(({ supported, unsupported }) => supported + unsupported > 0);
  return table(lines, [
    ['Documents of', ({ name }) => name, 'left'],
    ['Answers', ({ answers }) => answers],
    ['Without any', ({ without }) => without],
    ['Citations', ({ citations }) => citations],
    ['Not shown', ({ notShown }) => notShown],
    checked && ['Supported', ({ supported }) => supported],
    checked && ['Not supported', ({ unsupported }) => unsupported],
  ]).text(width);
};

/** All figures unrounded, with every answer, its score and its citations. */
export const answeringJson = (rows: readonly AnsweredTask[], measure: string, includeIncomplete: boolean) => {
  const sources = bySource(rows, includeIncomplete);
  return {
    measure,
    sources: sources.map(({ name, rows: of, counts, accuracy }) => {
      const relation = relationOf(of);
      const { tasks } = answerJson(of, includeIncomplete);
      return {
        documents: name,
        counts,
        ...accuracy,
        ...(relation && { relation }),
        citations: citationCounts(of),
        tasks: tasks.map((task, i) => ({ ...task, citations: of[i]!.citations })),
      };
    }),
    comparisons: comparisons(sources, includeIncomplete).map((each) => ({
      ...each,
      against: sources[0]!.name,
    })),
  };
};
