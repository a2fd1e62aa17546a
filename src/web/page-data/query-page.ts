import type { ExplainedHit, SystemExplanation } from '../../experiment/record/index.js';
import type { Key } from './keys.js';

/** What one system got on one query. */
export interface QueryScore {
  readonly query: Key;
  readonly id: string;
  /** By measure. */
  readonly scores: Readonly<Record<string, number>>;
  /** Rank of each judged document, from 1; null where it was not returned. */
  readonly ranks: Readonly<Record<string, number | null>>;
}

/** Per-query scores of a system on a task. */
export interface QueryScores {
  readonly task: Key;
  readonly system: Key;
  readonly systemName: string;
  readonly measures: readonly string[];
  /** What two systems must share to be compared: the task's content, and how they were scored. */
  readonly contentHash: string;
  readonly ties: string;
  readonly missing: string;
  /** In the order of the record. */
  readonly queries: readonly QueryScore[];
}

/** A document at its place in a ranking. */
export interface RankedHit {
  readonly id: string;
  readonly document: Key;
  readonly score: number;
}

/** A query with what every own system made of it. */
export interface QueryPage {
  readonly query: Key;
  readonly id: string;
  readonly task: Key;
  readonly taskName: string;
  readonly familyTitle?: string;
  /** Absent where the task is not on this machine; `withoutText` says why. */
  readonly text?: string;
  readonly withoutText?: string;
  /** Labels: shown, never sent to a model. */
  readonly answer?: string;
  readonly bodySystem?: string;
  /** Judged documents with their grades. */
  readonly judged: readonly { readonly id: string; readonly document: Key; readonly grade?: number }[];
  readonly measure: string;
  /** Best first. */
  readonly systems: readonly {
    readonly system: Key;
    readonly name: string;
    readonly score: number;
    /** Rank of each judged document by id; null where it was not returned. */
    readonly ranks: Readonly<Record<string, number | null>>;
    /** The first ten of its ranking. */
    readonly top: readonly RankedHit[];
    /** Whether an explanation can be loaded. */
    readonly explained: boolean;
  }[];
  /** Title or first words of the documents named above, by id; empty where texts are not on this machine. */
  readonly titles: Readonly<Record<string, string>>;
}

export interface DocumentPage {
  readonly title?: string;
  readonly text: string;
}

/** A hit as the page shows it. Which places of its text are marked follows from the parts of its score (`matchesIn`). */
export type ShownHit = Omit<ExplainedHit, 'matches'>;

/** What one system made of a query, without what the page does not show. */
export interface ShownSystem extends Omit<SystemExplanation, 'scores' | 'hits'> {
  readonly hits: readonly ShownHit[];
}

/** Why a query came out as it did. Numbers have a digit more than the page shows, and parts still add up to their score. */
export interface ShownExplanation {
  readonly systems: readonly ShownSystem[];
}
