export const TABLE_SHAPE: { readonly systems: number; readonly suite: string };
export const writeResults: (
  folder: string,
  shape: typeof TABLE_SHAPE,
) => Promise<{ readonly folder: string; readonly systems: number }>;
