import {
  type ComparisonRow,
  compareTasks,
  overallRow,
  type PairedComparison,
  TIE,
} from '../../evaluation/statistics/index.js';
import { answeredRight, type JudgedAnswer } from '../../search/generation/index.js';
import type { QueryScores } from './answer-report.js';

/** Judged answers of a task, with the scores of the search that they rest on. */
export interface ScoredAnswers {
  readonly task: string;
  readonly answers: readonly JudgedAnswer[];
  readonly scores?: QueryScores;
}

/** Answers of one source on all tasks. */
export interface AnswerSet {
  readonly name: string;
  readonly tasks: readonly ScoredAnswers[];
}

/** What became of answers: right where it was wrong, as before, wrong where it was right. */
export interface AnswerMoves {
  readonly gained: number;
  readonly same: number;
  readonly lost: number;
}

/** Queries by what became of their documents, and of their answers. */
export interface MovedAnswers {
  readonly better: AnswerMoves;
  readonly equal: AnswerMoves;
  readonly worse: AnswerMoves;
}

/** How answers differ from those of another source, query by query. */
export interface AnswerComparison {
  readonly name: string;
  readonly tasks: readonly ComparisonRow[];
  readonly overall: PairedComparison & { readonly pHolm?: number };
  /** Where both sources are searches: do answers follow the documents? */
  readonly moved?: MovedAnswers;
}

/**
 * Compares each set of answers with the first: a paired test over queries of which both are known to be right or not, corrected
 * (Holm) over the sets. A set in which work failed is left out, unless `includeIncomplete`.
 */
export const compareAnswers = (
  [first, ...others]: readonly AnswerSet[],
  includeIncomplete = false,
): readonly AnswerComparison[] => {
  if (!first || !(includeIncomplete || isWhole(first))) return [];
  const whole = others
    .filter((set) => includeIncomplete || isWhole(set))
    .map((set) => ({ set, pairs: pairsOf(first, set) }))
    .filter(({ pairs }) => pairs.every(({ pairs: queries }) => queries.length > 0));
  const compared = compareTasks(
    whole.map(({ pairs }) =>
      pairs.map(({ task, pairs: queries }) => ({
        name: task,
        scores: { a: queries.map(({ a }) => a.right), b: queries.map(({ b }) => b.right) },
      })),
    ),
  );
  return whole.map(({ set: { name }, pairs }, i) => {
    const moved = movesOf(pairs.flatMap(({ pairs: queries }) => queries));
    return { name, tasks: compared[i]!, overall: overallRow(compared[i]!), ...(moved && { moved }) };
  });
};

const isWhole = ({ tasks }: AnswerSet): boolean =>
  tasks.every(({ answers }) => answers.every(({ outcome }) => outcome !== 'failed'));

interface Side {
  readonly right: number;
  readonly score: number | undefined;
}

interface Pair {
  readonly a: Side;
  readonly b: Side;
}

const pairsOf = (first: AnswerSet, other: AnswerSet) =>
  first.tasks.map(({ task, answers, scores }) => {
    const there = other.tasks.find((each) => each.task === task);
    const known = new Map(there?.answers.map((answer) => [answer.id, answer]));
    const pairs = answers.flatMap((answer): readonly Pair[] => {
      const a = sideOf(answer, scores);
      const b = sideOf(known.get(answer.id), there?.scores);
      return a && b ? [{ a, b }] : [];
    });
    return { task, pairs };
  });

const sideOf = (answer: JudgedAnswer | undefined, scores: QueryScores | undefined): Side | undefined => {
  const right = answer && answeredRight(answer.outcome);
  return right === undefined ? undefined : { right: right ? 1 : 0, score: scores?.get(answer!.id) };
};

const movesOf = (pairs: readonly Pair[]): MovedAnswers | undefined => {
  const scored = pairs.filter(({ a, b }) => a.score !== undefined && b.score !== undefined);
  if (scored.length === 0) return undefined;
  const counted = (wanted: number): AnswerMoves => {
    const of = scored.filter(({ a, b }) => signOf(b.score! - a.score!) === wanted);
    const changed = (change: number) => of.filter(({ a, b }) => b.right - a.right === change).length;
    return { gained: changed(1), same: changed(0), lost: changed(-1) };
  };
  return { better: counted(1), equal: counted(0), worse: counted(-1) };
};

const signOf = (difference: number): number => (Math.abs(difference) <= TIE ? 0 : Math.sign(difference));
