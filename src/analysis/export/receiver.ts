import { groupBy } from '../../core/index.js';
import type { StoredResult } from '../../experiment/results/index.js';

/** What a receiver of results finds missing in one system's results. */
export interface ReceiverVerdict {
  readonly system: string;
  readonly name: string;
  /** Reasons to refuse it, each with its fix. */
  readonly missing: readonly MissingRequirement[];
  /** What the receiver asks for besides the files. */
  readonly byHand: readonly string[];
}

/** A reason to refuse results. */
export interface MissingRequirement {
  readonly rule: string;
  readonly found: string;
  readonly fix: string;
}

/** Settings that a receiver needs and records do not have. */
export interface ReceiverSettings {
  readonly model?: { readonly name?: string; readonly revision?: string };
}

/** A leaderboard of others, which takes results. */
export interface Receiver {
  readonly title: string;
  /** What the results of one system lack. */
  missing(results: readonly StoredResult[], settings: ReceiverSettings): readonly MissingRequirement[];
  /** What it asks for besides the files. */
  byHand(results: readonly StoredResult[], settings: ReceiverSettings): readonly string[];
}

/** The verdict of a receiver on each system. */
export const checkSystems = (
  receiver: Receiver,
  results: readonly StoredResult[],
  settings: ReceiverSettings = {},
): readonly ReceiverVerdict[] =>
  [...groupBy(results, ({ record }) => record.system).values()].map((own) => ({
    system: own[0]!.record.system,
    name: own[0]!.record.name,
    missing: receiver.missing(own, settings),
    byHand: receiver.byHand(own, settings),
  }));

/** A reason, where there is one. */
export const missingIf = (
  isMissing: boolean,
  reason: () => MissingRequirement,
): readonly MissingRequirement[] => (isMissing ? [reason()] : []);
