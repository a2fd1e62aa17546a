import type { AuditLink } from './audit-page.js';
import type { Key } from './keys.js';
import type { Board } from './leaderboard.js';

/** What only a server can do. */
export interface Abilities {
  /** New records appear by themselves, and running work is shown. */
  readonly live: boolean;
  /** Queries of the user's own can be searched. */
  readonly search: boolean;
  /** Every query can be explained; otherwise those that were exported. */
  readonly explain: boolean;
}

export interface TaskLink {
  readonly key: Key;
  readonly name: string;
  readonly board: Key;
}

export interface SystemLink {
  readonly key: Key;
  readonly name: string;
  readonly own: boolean;
  /** Boards it has a row in. */
  readonly boards: readonly Key[];
}

/** The first resource a page loads: what there is, and what can be done. */
export interface SiteIndex {
  readonly version: 1;
  /** Changes whenever any resource may have changed. */
  readonly revision: string;
  /** `r2med 0.1.0`. */
  readonly tool: string;
  /** When a static site was written; a server leaves it out. */
  readonly writtenAt?: string;
  readonly boards: readonly Board[];
  readonly tasks: readonly TaskLink[];
  readonly systems: readonly SystemLink[];
  /** Tasks whose audit is saved next to the records. */
  readonly audits: readonly AuditLink[];
  readonly can: Abilities;
  /** Names of the record folders as the user gave them, without the path to them. */
  readonly results: readonly string[];
  /** Those of them that are not there: not yet, or no longer. */
  readonly missing?: readonly string[];
  /** What a command of this page is on the machine that serves it; a page in files has none of it. */
  readonly typed?: {
    readonly program: string;
    /** The first folder of records, as the user gave it. */
    readonly results: string;
    /** Words after `--data` by the name of a task that was opened from a folder. */
    readonly data: Readonly<Record<string, readonly string[]>>;
  };
  /** Records and audits that could not be read, each a sentence. */
  readonly problems: readonly string[];
}
