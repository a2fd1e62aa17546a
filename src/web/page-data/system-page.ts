import type { PipelineStage } from '../../analysis/charts/index.js';
import type { Json } from '../../core/index.js';
import type { Key } from './keys.js';
import type { LeaderboardRow } from './leaderboard.js';

/** A system on one task. */
export interface SystemTask {
  readonly task: Key;
  readonly name: string;
  readonly board: Key;
  readonly queries: number;
  /** What is missing because work failed. */
  readonly incomplete?: string;
  /** Whether per-query scores can be loaded. */
  readonly perQuery: boolean;
  readonly provenance?: Provenance;
}

/** Where and when a record was made, and of what. */
export interface Provenance {
  readonly tool: string;
  readonly at: string;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly fingerprint: string;
  readonly contentHash: string;
  /** Rule for ties, and what a missing ranking counted. */
  readonly ties: string;
  readonly missing: string;
  /** Oddities of the task, each a sentence. */
  readonly notes: readonly string[];
  /** Seconds to open, search and evaluate. */
  readonly timings: { readonly open: number; readonly search: number; readonly evaluate: number };
}

/** The queries of a system, parted in one way; every query has the same weight. */
interface SliceTable {
  readonly by: string;
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly queries: number;
    readonly mean: number;
    readonly interval: readonly [number, number];
  }[];
}

/** A system: what exactly it is, where it is strong, what it costs. */
export interface SystemPage {
  readonly key: Key;
  readonly name: string;
  /** Its row on each board it is on. */
  readonly rows: readonly { readonly board: Key; readonly row: LeaderboardRow }[];
  /** The usual measure, which slices and charts show. */
  readonly measure: string;
  readonly tasks: readonly SystemTask[];
  /** Own systems only, from here on. */
  readonly pipeline?: PipelineStage;
  /** Everything that can change the result, as recorded. */
  readonly spec?: Json;
  /** By body system, length, overlap and positives; those that cannot be made here are left out and named in `sliceNotes`. */
  readonly slices: readonly SliceTable[];
  readonly sliceNotes: readonly string[];
  /** The words of the command that runs it again. */
  readonly rerun?: readonly string[];
  /** Other rows of the same name on its boards: published elsewhere, or run here. */
  readonly namesakes: readonly { readonly key: Key; readonly source: string; readonly mean?: number }[];
}
