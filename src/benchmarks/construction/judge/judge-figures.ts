import { groupBy, type JsonObject } from '../../../core/index.js';
import { type AgreementReport, agreement } from '../../../evaluation/statistics/index.js';
import type { JudgedCandidate } from '../item.js';
import { CRITERIA, type Criterion, GRADES } from './grades.js';

type Judge = JudgedCandidate['judges'][number];

/** How each criterion is called in a row. */
export const FIELD = {
  'answer-relevance': 'answerRelevance',
  'reasoning-support': 'reasoningSupport',
} as const satisfies Record<Criterion, keyof Judge>;

type Field = (typeof FIELD)[Criterion];

export const pairId = ({ item, passage }: Pick<JudgedCandidate, 'item' | 'passage'>): string =>
  `${item}\t${passage}`;

/** How many have each label, those of near-duplicates apart, and how many relevant documents an item has. */
export const labelFigures = (judged: readonly JudgedCandidate[]): JsonObject => ({
  labels: labelCounts(judged.filter(({ duplicateOf }) => duplicateOf === undefined)),
  inherited: labelCounts(judged.filter(({ duplicateOf }) => duplicateOf !== undefined)),
  relevantPerItem: relevantPerItem(judged),
});

export const judgeAgreement = (judged: readonly JudgedCandidate[]) => {
  const agreementOn = (field: Field): AgreementReport => {
    const ratings = judged.flatMap((row) =>
      row.judges.map((judge) => ({ item: pairId(row), rater: judge.judge, value: judge[field] })),
    );
    return agreement(ratings, { categories: GRADES });
  };
  return {
    'answer-relevance': agreementOn('answerRelevance'),
    'reasoning-support': agreementOn('reasoningSupport'),
  };
};

/** Agreement in a line for each criterion, for the person who waits; none of a single judge. */
export const agreementNotes = (reports: ReturnType<typeof judgeAgreement>): readonly string[] =>
  Object.entries(reports).flatMap(([criterion, { coefficients, raters }]) => {
    if (raters.length < 2) return [];
    const { percent, alphaOrdinal } = coefficients;
    const shown = ({ value }: { readonly value?: number }): string => value?.toFixed(2) ?? 'undefined';
    const range = alphaOrdinal.interval;
    return [
      `${CRITERIA[criterion as Criterion]}: judges agree on ${shown(percent)} of the pairs, Krippendorff's alpha (ordinal) ${shown(alphaOrdinal)}` +
        (range ? ` (95 % interval ${range.low.toFixed(2)} to ${range.high.toFixed(2)})` : ''),
    ];
  });

/** How often each judge gave each grade, per criterion. */
export const gradeCounts = (judged: readonly JudgedCandidate[]): JsonObject => {
  const all = judged.flatMap(({ judges }) => judges);
  const given = groupBy(all, ({ judge }) => judge);
  const countsOf = (field: Field): JsonObject =>
    Object.fromEntries(
      [...given].map(([judge, rows]) => [
        judge,
        GRADES.map((grade) => rows.filter((row) => row[field] === grade).length),
      ]),
    );
  return Object.fromEntries(Object.entries(FIELD).map(([criterion, field]) => [criterion, countsOf(field)]));
};

const labelCounts = (rows: readonly JudgedCandidate[]): JsonObject =>
  Object.fromEntries([...groupBy(rows, ({ label }) => label)].map(([name, group]) => [name, group.length]));

const relevantPerItem = (judged: readonly JudgedCandidate[]): JsonObject => {
  const counts = [...groupBy(judged, ({ item }) => item).values()].map(
    (rows) => rows.filter(({ label }) => label === 'relevant').length,
  );
  if (counts.length === 0) return {};
  return {
    items: counts.length,
    withoutRelevant: counts.filter((count) => count === 0).length,
    min: counts.reduce((least, count) => Math.min(least, count), Infinity),
    mean: counts.reduce((sum, count) => sum + count, 0) / counts.length,
    max: counts.reduce((most, count) => Math.max(most, count), 0),
  };
};
