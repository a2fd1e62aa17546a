import { WorkError } from '../../core/index.js';
import type { CandidateRow, TermsIndex, Weights } from './engine.js';
import { RELOAD } from './read-back.js';

/** A query for the best rows by an exact score that the engine can only bound. */
export interface BoundedQuery {
  /** The most that each term can add to a score. */
  readonly weights: Weights;
  readonly counted: readonly string[];
  /** Exact scores; all of them are at most those of the candidates, up to rounding. */
  score(candidates: readonly CandidateRow[]): Float32Array;
  /** The lowest score that a ranking of these rows needs; undefined while they are fewer than it holds. */
  lowest(rows: readonly ExactRow[]): number | undefined;
}

export type ExactRow = Pick<CandidateRow, 'row' | 'id' | 'score'>;

/** How lists came about, for the record. */
export interface Proofs {
  /** Lists that the first depth proved. */
  proved: number;
  /** Lists that needed more candidates. */
  deepened: number;
  /** The most candidates of one list. */
  deepest: number;
  /** Queries with more terms than one request to the engine takes. */
  split: number;
}

export const noProofs = (): Proofs => ({ proved: 0, deepened: 0, deepest: 0, split: 0 });

/** Candidates of one query in memory; a list that needs more is an error, and never a guess. */
const MOST_CANDIDATES = 100_000;

/**
 * The best rows of each query by exact score, without looking at all rows. The engine's best rows are scored exactly; every other row
 * is bounded by the last one, and when that is below the lowest score of the ranking, the list is proved. Otherwise twice as many are looked at.
 */
export const provedTop = async (
  index: TermsIndex,
  queries: readonly BoundedQuery[],
  depth: number,
  proofs: Proofs,
): Promise<readonly (readonly ExactRow[])[]> => {
  const found: (readonly ExactRow[])[] = queries.map(() => []);
  let open = queries.map((query, place) => ({
    query,
    place,
    parts: partsOf(query.weights, index.mostTerms),
  }));
  proofs.split += open.filter(({ parts }) => parts.length > 1).length;
  for (let looked = depth; open.length > 0; looked *= 2) {
    if (looked > depth && looked > MOST_CANDIDATES) throw unproved(open.length);
    const questions = open.flatMap(({ query: { counted }, parts }) =>
      parts.map((weights) => ({ weights, counted })),
    );
    const answers = await index.candidates(questions, looked);
    let at = 0;
    const left: typeof open = [];
    for (const each of open) {
      const lists = answers.slice(at, at + each.parts.length);
      at += each.parts.length;
      const rows = exactRows(each.query, lists);
      if (!isProved(each.query, lists, rows, looked)) {
        left.push(each);
        continue;
      }
      found[each.place] = rows;
      if (looked === depth) proofs.proved += 1;
      else proofs.deepened += 1;
      proofs.deepest = Math.max(proofs.deepest, ...lists.map(({ length }) => length));
    }
    open = left;
  }
  return found;
};

/** The weights of a query in parts that the engine takes, the heaviest first: the light rest bounds little. */
const partsOf = (weights: Weights, most: number): readonly Weights[] => {
  if (weights.size <= most) return [weights];
  const heaviest = [...weights].sort(([, a], [, b]) => b - a);
  const parts: Weights[] = [];
  for (let at = 0; at < heaviest.length; at += most) parts.push(new Map(heaviest.slice(at, at + most)));
  return parts;
};

const exactRows = (query: BoundedQuery, lists: readonly (readonly CandidateRow[])[]): readonly ExactRow[] => {
  const candidates = [...new Map(lists.flat().map((each) => [each.row, each])).values()];
  const scores = query.score(candidates);
  // Of a query in parts, a list bounds what a part of the terms adds.
  if (lists.length === 1)
    for (const [i, { row, score }] of candidates.entries())
      mustBeAtMost(row, scores[i]!, score * (1 + rounding(query.counted.length)));
  return candidates.map(({ row, id }, i) => ({ row, id, score: scores[i]! }));
};

/** An engine that scores a row lower than it can has other documents, or another formula: then nothing about the others is proved. */
export const mustBeAtMost = (row: number, score: number, most: number): void => {
  if (score <= most) return;
  throw new WorkError(`the engine scores row ${row} at most ${most}; exactly it scores ${score}`, RELOAD);
};

/** Compares scores that an engine calls exact with those of its candidates, for one query; `found` are its best rows, so many at most. */
export const mustScoreExactly = async (
  index: TermsIndex,
  query: BoundedQuery,
  found: readonly ExactRow[],
  depth: number,
): Promise<void> => {
  const scores = new Map(found.map(({ row, score }) => [row, score]));
  const lowest = found.length < depth ? 0 : found.at(-1)!.score;
  for (const { row, score } of exactRows(query, await index.candidates([query], depth))) {
    const given = scores.get(row) ?? (score > lowest ? 0 : score);
    if (given === score) continue;
    throw new WorkError(`the engine scores row ${row} ${given}; by its terms it scores ${score}`, RELOAD);
  }
};

const isProved = (
  query: BoundedQuery,
  lists: readonly (readonly CandidateRow[])[],
  rows: readonly ExactRow[],
  looked: number,
): boolean => {
  // A list that ends early has all rows there are; a row in none of the lists scores at most the sum of their last ones.
  const unseen = lists.reduce((sum, list) => sum + (list.length < looked ? 0 : list.at(-1)!.score), 0);
  if (unseen === 0) return true;
  const lowest = query.lowest(rows);
  return lowest !== undefined && unseen * (1 + rounding(query.counted.length)) < lowest;
};

/** How far sums of so many float32 may be from what they are of, relatively: all of their terms are positive. */
const rounding = (terms: number): number => (terms + 16) * 2 ** -22;

const unproved = (queries: number): WorkError =>
  new WorkError(
    `the rankings of ${queries} queries cannot be proved within ${MOST_CANDIDATES.toLocaleString('en')} candidates each: too many documents score alike`,
    'run without --engine, or keep fewer hits (--top-k)',
  );
