export const expressions: () => Promise<
  ReadonlyMap<
    string,
    { readonly source: string; readonly flags: string; readonly files: ReadonlySet<string> }
  >
>;
