/** Adds the smallest parts first, so that a sum does not hang on the order in which rankings are given. */
export const sumOf = (parts: number[]): number =>
  parts.sort((a, b) => a - b).reduce((sum, part) => sum + part, 0);
