import type { VectorEfficiency } from '../../analysis/leaderboard/index.js';
import type { Estimate } from '../../evaluation/statistics/index.js';
import type { Key } from './keys.js';

/** A published candidate list of a Nano set. */
export interface NanoList {
  readonly kind: 'bm25' | 'dense' | 'hybrid';
  /** What made it. */
  readonly retriever: string;
}

export interface NanoTaskRow {
  readonly task: Key;
  readonly name: string;
  readonly queries: number;
  readonly documents: number;
  /** Of the full task. */
  readonly fullDocuments?: number;
  readonly positives: number;
  /** For each list, by measure. */
  readonly scores: readonly Readonly<Record<string, number>>[];
  /** Place of the list with the best nDCG@10. */
  readonly best?: number;
  readonly safeguards?: number;
}

/** What is published of a Nano suite: its size, and how good its candidate lists are. */
export interface NanoProfile {
  readonly title: string;
  readonly source: string;
  readonly measures: readonly string[];
  readonly lists: readonly NanoList[];
  readonly tasks: readonly NanoTaskRow[];
  /** For each list: each task weighted by its queries, and each task the same. */
  readonly queryWeighted: readonly Readonly<Record<string, number>>[];
  readonly taskMean: readonly Readonly<Record<string, number>>[];
}

/** How far a small set orders systems as the full one does, on a task or over the mean of tasks. */
export interface NanoAgreementRow {
  readonly over: string;
  readonly kind: 'task' | 'mean of tasks';
  readonly queries: { readonly full: number; readonly nano: number; readonly shared: number };
  readonly spearman?: Estimate;
  readonly kendall?: Estimate;
  readonly pairs: number;
  readonly swaps: readonly {
    readonly ahead: string;
    readonly behind: string;
    readonly full: { readonly difference: number; readonly pHolm: number };
    readonly nano: { readonly difference: number; readonly pHolm: number };
    readonly significant: 'both' | 'full' | 'nano' | 'neither';
  }[];
  readonly tied: number;
  readonly shift: Estimate;
  readonly systems: readonly {
    readonly system: string;
    readonly full: number;
    readonly nano: number;
    readonly shift: Estimate;
  }[];
}

/** Systems that were run on a full set and on a small one. */
export interface NanoAgreement {
  /** Titles of the boards. */
  readonly full: string;
  readonly nano: string;
  readonly measure: string;
  readonly systems: readonly string[];
  /** The mean of tasks first, unless there is one task only. */
  readonly rows: readonly NanoAgreementRow[];
  readonly notes: readonly string[];
}

/** Nano: the profile of the published set, whether small sets rank as full ones do, what smaller vectors cost. */
export interface NanoPage {
  readonly profile?: NanoProfile;
  readonly agreements: readonly NanoAgreement[];
  /** Why there is no agreement, or not of all. */
  readonly agreementNotes: readonly string[];
  /** Of the records of the board. */
  readonly efficiency?: VectorEfficiency;
  readonly efficiencyNote?: string;
}
