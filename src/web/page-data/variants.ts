import type { Key } from './keys.js';
import type { BoardMeasure } from './leaderboard.js';

/** A system that is its base but for one thing. */
export interface VariantLink {
  readonly base: Key;
  readonly variant: Key;
  /** `part`: without this part of the base, as `run --ablate` makes it. `vectors`: with this form of its vectors. */
  readonly kind: 'part' | 'vectors';
  readonly change: string;
}

/** The own systems of a board that are variants of others of them. */
export interface BoardVariants {
  readonly measures: readonly BoardMeasure[];
  readonly variants: readonly VariantLink[];
}

/** A variant compared with its base, query by query, on the tasks that both have. */
export interface VariantDifference extends VariantLink {
  readonly tasks: number;
  /** Means of the base and of the variant. */
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly interval: readonly [number, number];
  /** Paired randomisation test, corrected over the variants of this base (Holm). */
  readonly holm: number;
}

/** What one thing more or less does to a system. */
export interface SystemVariants {
  readonly measure: string;
  readonly variants: readonly VariantDifference[];
  /** Variants that cannot be compared and why, each a sentence. */
  readonly notes: readonly string[];
}
