/** What decides how a query came out in a system. */
export interface QueryOutcome {
  /** Rank of the best relevant document, from 1; null where none was returned. */
  readonly best: number | null;
  /** The same before reranking; absent where nothing was reranked, or where it is not known. */
  readonly before?: number | null;
  /** Whether a relevant document shares a word with the query; absent where it is not known. */
  readonly sharesWords?: boolean;
  /** Documents that were returned. */
  readonly hits: number;
}

/** How a query came out; all but `found` are failures. */
export type FailureKind = 'found' | 'nothing' | 'reranker' | 'no-words' | 'never' | 'outranked' | 'far';

/** The rule of a kind of failure, and how people read it. */
export interface FailureRule {
  readonly title: string;
  /** In words, for a cutoff. */
  rule(cutoff: number): string;
  fits(outcome: QueryOutcome, cutoff: number): boolean;
}

/** Ranks that a reranker usually reads: a document beyond them cannot be brought up by one. */
const REACH = 100;

const isWithin = (rank: number | null | undefined, cutoff: number): boolean => rank != null && rank <= cutoff;

/** Every kind with its rule. A query is of the first kind that fits, so that the counts of a system add up to its queries. */
export const failureKinds: Readonly<Record<FailureKind, FailureRule>> = {
  found: {
    title: 'Found',
    rule: (cutoff) => `a relevant document is among the first ${cutoff}`,
    fits: ({ best }, cutoff) => isWithin(best, cutoff),
  },
  nothing: {
    title: 'Nothing returned',
    rule: () => 'the ranking of the query is empty',
    fits: ({ hits }) => hits === 0,
  },
  reranker: {
    title: 'Lost by the reranker',
    rule: (cutoff) => `a relevant document was among the first ${cutoff} before reranking, and none after it`,
    fits: ({ before }, cutoff) => isWithin(before, cutoff),
  },
  'no-words': {
    title: 'No shared words',
    rule: () => 'no relevant document shares a word with the query, stop words aside, in stems',
    fits: ({ sharesWords }) => sharesWords === false,
  },
  never: {
    title: 'Never retrieved',
    rule: () => 'no relevant document was returned at all',
    fits: ({ best }) => best === null,
  },
  outranked: {
    title: 'Outranked by near misses',
    rule: (cutoff) =>
      `the best relevant document is at rank ${cutoff + 1} to ${Math.max(REACH, cutoff + 1)}, where a reranker can still reach it`,
    fits: ({ best }) => isWithin(best, REACH),
  },
  far: {
    title: 'Far down',
    rule: (cutoff) => `the best relevant document is beyond rank ${Math.max(REACH, cutoff)}`,
    fits: () => true,
  },
};

/** How a query came out: the first kind of `failureKinds` whose rule fits. */
export const failureKindOf = (outcome: QueryOutcome, cutoff: number): FailureKind =>
  (Object.keys(failureKinds) as FailureKind[]).find((kind) => failureKinds[kind].fits(outcome, cutoff))!;

/** The best of some ranks; null where none was returned. */
export const bestRank = (ranks: Readonly<Record<string, number | null>>): number | null => {
  const found = Object.values(ranks).filter((rank) => rank !== null);
  return found.length > 0 ? Math.min(...found) : null;
};

/** The cutoff of a measure, as 10 of `nDCG@10`; of one without, 10. */
export const cutoffOf = (measure: string): number => Number(/@(\d+)$/.exec(measure)?.[1] ?? 10);
