import type { Key } from './keys.js';

/** A query as it is named in lists, and the part of each slice it belongs to. */
export interface SlicedQuery {
  readonly query: Key;
  readonly id: string;
  /** The first words of the query; empty where its text is not on this machine. */
  readonly preview: string;
  /** For each of `slices`, the place in its `parts`. */
  readonly parts: readonly number[];
}

/** The queries of a board, parted by family, body system, length, overlap and positives: what comparisons of any systems are sliced by. */
export interface BoardSlices {
  readonly slices: readonly {
    readonly by: string;
    readonly title: string;
    readonly parts: readonly string[];
  }[];
  /** Slices that cannot be made here and why, each a sentence. */
  readonly notes: readonly string[];
  /** Tasks that some own system was run on. */
  readonly tasks: readonly { readonly task: Key; readonly queries: readonly SlicedQuery[] }[];
}
