export interface Counted {
  readonly figures: Readonly<Record<string, number>> & { readonly work: number };
  /** Work by function. */
  readonly functions: ReadonlyMap<string, number>;
}

export interface KeptJob {
  readonly figures: Readonly<Record<string, number>>;
  readonly functions: Readonly<Record<string, number>>;
}

export const toKeep: (counted: Counted) => KeptJob;
export const judge: (
  name: string,
  counted: Counted,
  kept?: KeptJob,
) => { readonly losses: readonly string[]; readonly gains: readonly string[] };
