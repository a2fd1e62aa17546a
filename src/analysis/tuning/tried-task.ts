/** A task with the scores of everything that was tried. */
export interface TriedTask {
  readonly name: string;
  /** The part that each query is in. */
  readonly part: readonly number[];
  readonly untuned: Float64Array;
  /** By candidate, then by query. */
  readonly scores: readonly Float64Array[];
}
