import { groupBy } from '../../core/index.js';
import type { StoredResult } from '../../experiment/results/index.js';

/** What a receiver of results finds missing in one system's results. */
export interface Verdict {
  readonly system: string;
  readonly name: string;
  /** Reasons to refuse it, each with what would mend it. */
  readonly missing: readonly Missing[];
  /** What the receiver asks for besides the files. */
  readonly byHand: readonly string[];
}

/** A reason to refuse results. */
export interface Missing {
  readonly rule: string;
  readonly found: string;
  readonly fix: string;
}

/** Settings that a receiver needs and records do not have. */
export interface ReceiverSettings {
  readonly model?: { readonly name?: string; readonly revision?: string };
}

/** Somebody who takes results: a leaderboard of others. */
export interface Receiver {
  readonly title: string;
  /** Judges the results of one system. */
  check(results: readonly StoredResult[], settings: ReceiverSettings): Verdict;
}

/** The verdict of a receiver on each system. */
export const checkSystems = (
  receiver: Receiver,
  results: readonly StoredResult[],
  settings: ReceiverSettings = {},
): readonly Verdict[] =>
  [...groupBy(results, ({ record }) => record.system).values()].map((own) => receiver.check(own, settings));
