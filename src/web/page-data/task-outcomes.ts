import type { Key } from './keys.js';
import type { BoardMeasure } from './leaderboard.js';

/** A query as matrices and lists of failures name it. */
export interface OutcomeQuery {
  readonly query: Key;
  readonly id: string;
  /** The first words of the query; empty where its text is not on this machine. */
  readonly preview: string;
  /** How many relevant documents it has. */
  readonly relevant: number;
  /** Whether one of them shares a word with it; absent where texts are not on this machine. */
  readonly sharesWords?: boolean;
}

/** Rank of the best relevant document for each query: 0 where none was returned, −1 where nothing was returned at all, null where the result does not have the query. */
type BestRanks = readonly (number | null)[];

/** How the queries of a task came out in one system. */
export interface SystemOutcomes {
  readonly system: Key;
  readonly name: string;
  readonly best: BestRanks;
  /** Of a reranked system: the system whose ranking was reranked, and its ranks where its result is here too. */
  readonly first?: { readonly name: string; readonly best?: BestRanks };
  /** What its result lacks because work failed. */
  readonly incomplete?: string;
}

/** How every query of a task came out in every own system; scores are in `TaskColumns`. */
export interface TaskOutcomes {
  readonly task: Key;
  readonly taskName: string;
  /** Those that some system has; each has columns. */
  readonly measures: readonly BoardMeasure[];
  readonly queries: readonly OutcomeQuery[];
  readonly systems: readonly SystemOutcomes[];
  /** Why it is not known which queries share words with their relevant documents. */
  readonly withoutWords?: string;
}

/** Scores under one measure, to four decimals: for each system of `TaskOutcomes`, in the order of its queries; null where it has none. */
export interface TaskColumns {
  readonly task: Key;
  readonly measure: string;
  readonly scores: readonly (readonly (number | null)[])[];
}
