import { type DocId, type Grades, InputError, type Ranking } from '../core/index.js';
import { TIE_RULES, type TieRule } from './tie-rules.js';

/** A hit with a judgement. */
export interface JudgedHit {
  /** Counted from 1. */
  readonly rank: number;
  readonly grade: number;
}

/**
 * A ranking as its judgements see it: all that measures need, computed once per query. Relevant is a grade of
 * `level` or more; other grades, negative ones included, neither gain nor lose anything, in the ranking and in the ideal.
 */
export interface GradedRanking {
  /** The grade from which a document is relevant: 1, if a measure does not say otherwise. */
  readonly level: number;
  /** Ranks of the relevant hits, counted from 1, ascending. */
  readonly ranks: readonly number[];
  /** Grades of the relevant hits, in the order of `ranks`. */
  readonly grades: readonly number[];
  /** Grades of all relevant documents of the query, found or not, highest first. */
  readonly ideal: readonly number[];
  /** Every hit with a judgement of any grade, best first. Unjudged hits are what is left. */
  readonly judged: readonly JudgedHit[];
  /** Documents of the query judged not relevant, found or not. A negative grade is not a judgement of that kind. */
  readonly nonRelevant: number;
  /** Documents in the ranking. */
  readonly hits: number;
  /** Hits whose document stood higher in the same ranking already; they take no rank. */
  readonly repeated: number;
}

/** Orders hits by the tie rule, whatever order they came in, and looks up their grades. */
export const gradeRanking = (
  hits: Ranking,
  grades: Grades,
  ties: TieRule = 'id-descending',
): GradedRanking => {
  const judged: JudgedHit[] = [];
  const seen = new Set<DocId>();
  for (const { docId } of ordered(hits, ties)) {
    if (seen.has(docId)) continue;
    seen.add(docId);
    const grade = grades.get(docId);
    if (grade !== undefined) judged.push({ rank: seen.size, grade });
  }
  return atLevel(1, grades.values(), {
    judged,
    hits: seen.size,
    repeated: hits.length - seen.size,
  });
};

/** The same ranking where only grades of `level` or more are relevant; at least 1, below which nothing was kept. */
export const relevantFrom = (ranking: GradedRanking, level: number): GradedRanking => {
  if (level === ranking.level) return ranking;
  const higher = atLevel(level, ranking.ideal, ranking);
  return { ...higher, nonRelevant: ranking.nonRelevant + higher.nonRelevant };
};

const ordered = (hits: Ranking, ties: TieRule): Ranking => {
  for (const { docId, score } of hits)
    if (Number.isNaN(score))
      throw new InputError({
        found: `a score that is not a number, for document ${JSON.stringify(docId)}`,
        expected: 'scores that can be ordered',
      });
  return hits.toSorted(TIE_RULES[ties]);
};

/** `grades` are those of all judged documents of the query. */
const atLevel = (
  level: number,
  grades: Iterable<number>,
  { judged, hits, repeated }: Pick<GradedRanking, 'judged' | 'hits' | 'repeated'>,
): GradedRanking => {
  const relevant = judged.filter(({ grade }) => grade >= level);
  const ideal: number[] = [];
  let nonRelevant = 0;
  for (const grade of grades) {
    if (grade >= level) ideal.push(grade);
    else if (grade >= 0) nonRelevant++;
  }
  return {
    level,
    ranks: relevant.map(({ rank }) => rank),
    grades: relevant.map(({ grade }) => grade),
    ideal: ideal.sort((a, b) => b - a),
    judged,
    nonRelevant,
    hits,
    repeated,
  };
};
