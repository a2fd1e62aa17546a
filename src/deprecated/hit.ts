import type { Hit as RankedHit } from '../core/index.js';
import { HitRate } from '../evaluation/index.js';

/** A document found, with its score. */
export type Hit = RankedHit;

/**
 * The measure's name in 0.1.0.
 *
 * @deprecated Renamed: use `HitRate` from `r2med/evaluation`. It still prints as `Hit@10`. `Hit` is the type of a hit alone from the next release on.
 */
export const Hit = HitRate;

export type {
  /** @deprecated Renamed: use `Hit`. */
  Hit as RankedHit,
} from '../core/index.js';
