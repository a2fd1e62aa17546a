/** The hub's classes of sizes: up to how many rows, and what it calls them. */
const CLASSES = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
] as const;

export const sizeCategory = (rows: number): string =>
  CLASSES.find(([most]) => rows < most)?.[1] ?? '10M<n<100M';
