import {
  type AspectGrades,
  byCodePoint,
  type DocId,
  type Grades,
  type Hit,
  InputError,
  type Ranking,
} from '../../core/index.js';
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
  /** Where documents were judged for several aspects of the query. */
  readonly aspects?: AspectRanking;
  /** The hits themselves in the order that is scored, and all judgements of the query: for measures that ask which documents they are. */
  readonly order: Ranking;
  readonly judgements: Grades;
}

/** What the judgements of aspects say of a ranking. */
export interface AspectRanking {
  /** Hits with such judgements, best first. */
  readonly found: readonly { readonly rank: number; readonly grades: AspectGrades }[];
  /** Every document with such judgements, found or not, by id. */
  readonly all: readonly AspectGrades[];
}

/** Orders hits by the tie rule, whatever order they came in, and looks up their grades. */
export const gradeRanking = (
  hits: Ranking,
  grades: Grades,
  ties: TieRule = 'id-descending',
): GradedRanking => {
  const order = inOrder(hits, ties);
  const ranks = ranksOf(order);
  const judged: JudgedHit[] = [];
  for (const [docId, grade] of grades) {
    const rank = ranks.get(docId);
    if (rank !== undefined) judged.push({ rank, grade });
  }
  judged.sort((a, b) => a.rank - b.rank);
  const ranking = { judged, hits: ranks.size, repeated: hits.length - ranks.size, order, judgements: grades };
  return {
    ...atLevel(1, grades.values(), ranking),
    ...(grades.aspects && { aspects: aspectRanking(grades.aspects, ranks) }),
  };
};

const aspectRanking = (
  aspects: ReadonlyMap<DocId, AspectGrades>,
  ranks: ReadonlyMap<DocId, number>,
): AspectRanking => {
  const all = [...aspects].sort(([a], [b]) => byCodePoint(a, b));
  const found = all.flatMap(([docId, grades]) => {
    const rank = ranks.get(docId);
    return rank === undefined ? [] : [{ rank, grades }];
  });
  return { all: all.map(([, grades]) => grades), found: found.sort((a, b) => a.rank - b.rank) };
};

/** The same ranking where only grades of `level` or more are relevant; at least 1, below which no grade is. */
export const relevantFrom = (ranking: GradedRanking, level: number): GradedRanking => {
  if (level === ranking.level) return ranking;
  const higher = atLevel(level, ranking.ideal, ranking);
  return { ...ranking, ...higher, nonRelevant: ranking.nonRelevant + higher.nonRelevant };
};

/**
 * The same ranking without the documents that nobody judged, as trec_eval's -J leaves it: those below move up. A negative
 * grade is no judgement, as in the pool but not judged.
 */
export const onlyJudged = (ranking: GradedRanking): GradedRanking => {
  const judged = ranking.judged
    .filter(({ grade }) => grade >= 0)
    .map(({ grade }, above) => ({ rank: above + 1, grade }));
  const ranks = judged.flatMap(({ rank, grade }) => (grade >= ranking.level ? [rank] : []));
  return { ...ranking, judged, ranks, hits: judged.length };
};

/** The rank of every document, counted from 1; hits of a document that stands higher already take none. */
const ranksOf = (ordered: Ranking): ReadonlyMap<DocId, number> => {
  const ranks = new Map<DocId, number>();
  for (let i = 0; i < ordered.length; i++) ranks.set(ordered[i]!.docId, i + 1);
  if (ranks.size === ordered.length) return ranks;
  ranks.clear();
  for (const { docId } of ordered) if (!ranks.has(docId)) ranks.set(docId, ranks.size + 1);
  return ranks;
};

/** Rankings come by score, all but for ties: where hits of equal score are few, each is moved up to its place. */
const inOrder = (hits: Ranking, ties: TieRule): Ranking => {
  const { order, Scores } = TIE_RULES[ties];
  const rounded = new Scores(1);
  let list: Hit[] | undefined;
  let moves = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hits.length; i++) {
    const hit = hits[i]!;
    rounded[0] = hit.score;
    const score = rounded[0]!;
    if (score < last) {
      last = score;
      continue;
    }
    mustHaveNumber(hit);
    if (score > last || moves > hits.length) {
      hits.forEach(mustHaveNumber);
      return hits.toSorted(order);
    }
    if (i === 0 || order((list ?? hits)[i - 1]!, hit) <= 0) continue;
    list ??= [...hits];
    let at = i;
    for (; at > 0 && order(list[at - 1]!, hit) > 0; at--) list[at] = list[at - 1]!;
    list[at] = hit;
    moves += i - at;
  }
  return list ?? hits;
};

const mustHaveNumber = ({ docId, score }: Hit): void => {
  if (Number.isNaN(score))
    throw new InputError({
      found: `a score that is not a number, for document ${JSON.stringify(docId)}`,
      expected: 'scores that can be ordered',
      fix: 'leave the document out, or give it a score',
    });
};

/** `grades` are those of all judged documents of the query. */
const atLevel = (
  level: number,
  grades: Iterable<number>,
  found: Pick<GradedRanking, 'judged' | 'hits' | 'repeated' | 'order' | 'judgements'>,
): GradedRanking => {
  const { judged, hits, repeated, order, judgements } = found;
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
    order,
    judgements,
  };
};
