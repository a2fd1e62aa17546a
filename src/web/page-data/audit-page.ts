import type { AuditFigure, AuditReport, AuditSeverity, Match } from '../../experiment/record/index.js';
import type { Key } from './keys.js';

/** A saved audit that the page knows. */
export interface AuditLink {
  readonly key: Key;
  /** Of the task; where several folders have audits of it, with the folder that tells them apart. */
  readonly name: string;
  /** Key of the task's page, where it has one. */
  readonly task?: Key;
}

export interface AuditRow extends AuditLink {
  /** Name of the suite, or of the task's folder. */
  readonly suite: string;
  /** Name of the board of the task's page. */
  readonly board?: string;
  readonly sizes: { readonly queries: number; readonly documents: number; readonly judgements: number };
  /** `Sound, with reservations`. */
  readonly soundness: string;
  /** How many checks there were, and how many of them found something. */
  readonly checks: number;
  readonly found: Readonly<Record<AuditSeverity, number>>;
  /** Lexical gap of BM25; absent where it was not computed. */
  readonly headline?: Omit<AuditFigure, 'examples'>;
  /** Need of each query, which a comparison of two tasks is computed from. */
  readonly needs: readonly number[];
  readonly analyzer: string;
  readonly seed: number;
  readonly at: string;
  /** Whether the task on this machine has another content than what was audited. */
  readonly stale: boolean;
}

export interface AuditList {
  readonly audits: readonly AuditRow[];
}

export interface AuditPage {
  readonly row: AuditRow;
  readonly report: AuditReport;
  /** `Sound: 0 errors, 0 warnings, 2 notes from 31 checks.` */
  readonly verdict: string;
  /** What the headline means, in sentences. */
  readonly headlineReading?: string;
}

/** A piece of a text, with the places of the terms that a pair shares. */
export interface Excerpt {
  readonly text: string;
  /** In order, without overlaps. */
  readonly matches: readonly Match[];
  /** Whether the text goes on before, and after it. */
  readonly cut: readonly [boolean, boolean];
}

/** The texts of a pair behind a figure; what is not known is absent. */
export interface PairTexts {
  readonly query?: Excerpt;
  readonly answer?: string;
  readonly document?: Excerpt;
}

/** The texts of all pairs of an audit. */
export interface AuditPairs {
  /** Why there are none, and the command that helps. */
  readonly withoutTexts?: string;
  /** The headline and the figures of all groups; pairs in the order of a figure's examples. */
  readonly figures: readonly { readonly name: string; readonly pairs: readonly PairTexts[] }[];
}
