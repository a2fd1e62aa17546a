import type { Key } from './keys.js';
import type { LeaderboardRow } from './leaderboard-row.js';

/** A task as a column. */
export interface BoardTask {
  readonly key: Key;
  readonly name: string;
  /** For a column's heading. */
  readonly short: string;
  /** Name of its family, if it has one. */
  readonly family?: string;
  /** Another benchmark's task with the same data. */
  readonly sameAs?: string;
  readonly queries: number;
}

/** A set of tasks whose scores may stand in one table: a suite, or the user's own folders. Never two of them. */
export interface Board {
  readonly key: Key;
  /** `r2med`, `nano`, `sample`, or `own` for folders. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly tasks: readonly BoardTask[];
  /** Family name → title. */
  readonly families: Readonly<Record<string, string>>;
  /** Measures some row has, the usual one first; each has a leaderboard of its own. */
  readonly measures: readonly BoardMeasure[];
  readonly ownSystems: number;
  readonly publishedSystems: number;
}

/** A measure of a board. */
export interface BoardMeasure {
  readonly key: Key;
  /** As it parses: `nDCG@10`. */
  readonly name: string;
  /** What must be known to compare it between sources: "found of all relevant, mean over queries". */
  readonly definition?: string;
}

/** The rows of a board under one measure. */
export interface Leaderboard {
  readonly board: Board;
  readonly measure: BoardMeasure;
  /** By mean, best first; rows without a mean last. */
  readonly rows: readonly LeaderboardRow[];
  /** What was left out and why, each a sentence: damaged records, repeated rows. */
  readonly notes: readonly string[];
}
