interface Counts {
  readonly name: string;
  readonly inputs: number;
  readonly reached?: number;
}
interface Figures {
  readonly seeds: readonly number[];
  readonly inputs: number;
  readonly blocks: number;
  readonly readers: readonly Counts[];
}

/** The figures of a run on top of those of earlier runs, for readers that still exist. */
export const addedUp: (
  earlier: Figures | undefined,
  run: { readonly seed: number; readonly blocks: number; readonly readers: readonly Counts[] },
  names: readonly string[],
) => Figures;
