import { type DocId, type Grades, InputError, type Ranking } from '../core/index.js';
import { TIE_RULES, type TieRule } from './tie-rules.js';

/**
 * A ranking as its judgements see it: all that measures need, found out once per query. Relevant is a grade of 1 or
 * more; other grades, negative ones included, neither gain nor lose anything, in the ranking and in the ideal.
 */
export interface JudgedRanking {
  /** Ranks of the relevant hits, counted from 1, ascending. */
  readonly ranks: readonly number[];
  /** Grades of the relevant hits, in the order of `ranks`. */
  readonly grades: readonly number[];
  /** Grades of all relevant documents of the query, found or not, highest first. */
  readonly ideal: readonly number[];
  /** Hits whose document stood higher in the same ranking already; they take no rank. */
  readonly repeated: number;
}

/** Orders hits by the tie rule, whatever order they came in, and looks up their grades. */
export const judge = (hits: Ranking, grades: Grades, ties: TieRule = 'id-descending'): JudgedRanking => {
  const ranks: number[] = [];
  const found: number[] = [];
  const seen = new Set<DocId>();
  for (const { docId } of ordered(hits, ties)) {
    if (seen.has(docId)) continue;
    seen.add(docId);
    const grade = grades.get(docId);
    if (grade === undefined || !(grade >= 1)) continue;
    ranks.push(seen.size);
    found.push(grade);
  }
  return { ranks, grades: found, ideal: idealOf(grades), repeated: hits.length - seen.size };
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

const idealOf = (grades: Grades): readonly number[] => {
  const ideal: number[] = [];
  for (const grade of grades.values()) if (grade >= 1) ideal.push(grade);
  return ideal.sort((a, b) => b - a);
};
