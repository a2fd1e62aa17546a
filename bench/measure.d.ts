type Measured = Readonly<Record<string, number>>;
export type Results = ReadonlyMap<string, Measured & { readonly rounds: readonly Measured[] }>;

export const interleave: (
  contenders: readonly { readonly name: string; readonly measure: () => unknown }[],
  rounds: number,
) => Promise<Results>;
export const ratios: (results: Results, theirs: string, ours: string, field: string) => readonly number[];
export const figures: (results: Results, name: string, field: string) => readonly number[];
