import { groupBy, type Json, type JsonObject } from '../../core/index.js';
import { agreement } from '../../evaluation/index.js';
import type { JudgedCandidate } from '../item.js';
import { type CRITERIA, GRADES } from './scale.js';

type Judge = JudgedCandidate['judges'][number];

/** How each criterion is called in a row. */
export const FIELD = {
  'answer-relevance': 'answerRelevance',
  'reasoning-support': 'reasoningSupport',
} as const satisfies Record<keyof typeof CRITERIA, keyof Judge>;

/** The id of a candidate: the item and the passage. */
export const pairId = ({ item, passage }: Pick<JudgedCandidate, 'item' | 'passage'>): string =>
  `${item}\t${passage}`;

const isInherited = ({ duplicateOf }: JudgedCandidate): boolean => duplicateOf !== undefined;

/** How many have each label, those of near-duplicates apart, and how many relevant documents an item has. */
export const labelFigures = (judged: readonly JudgedCandidate[]): JsonObject => ({
  labels: countBy(
    judged.filter((row) => !isInherited(row)),
    ({ label }) => label,
  ),
  inherited: countBy(judged.filter(isInherited), ({ label }) => label),
  relevantPerItem: relevantPerItem(judged),
});

/** The grades of each judge, and how far the judges agree, per criterion. */
export const gradeFigures = (judged: readonly JudgedCandidate[]): JsonObject => {
  const own = judged.filter(({ judges }) => judges.length > 0);
  return {
    grades: perCriterion((field) => gradesOf(own, field)),
    agreement: perCriterion((field) =>
      agreement(
        own.flatMap((row) =>
          row.judges.map((judge) => ({ item: pairId(row), rater: judge.judge, value: judge[field] })),
        ),
        { categories: GRADES },
      ),
    ),
  };
};

const perCriterion = (of: (field: (typeof FIELD)[keyof typeof FIELD]) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(FIELD).map(([name, field]) => [name, of(field) as Json]));

const countBy = <Row>(rows: readonly Row[], of: (row: Row) => string): JsonObject =>
  Object.fromEntries([...groupBy(rows, of)].map(([name, group]) => [name, group.length]));

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

/** How often each judge gave each grade. */
const gradesOf = (
  judged: readonly JudgedCandidate[],
  field: (typeof FIELD)[keyof typeof FIELD],
): JsonObject => {
  const given = groupBy(
    judged.flatMap(({ judges }) => judges),
    ({ judge }) => judge,
  );
  return Object.fromEntries(
    [...given].map(([judge, rows]) => [
      judge,
      GRADES.map((grade) => rows.filter((row) => row[field] === grade).length),
    ]),
  );
};
