export const count: (
  root: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<{
  readonly work: number;
  readonly functions: ReadonlyMap<string, number>;
  readonly modules: number;
  readonly moduleBytes: number;
}>;
