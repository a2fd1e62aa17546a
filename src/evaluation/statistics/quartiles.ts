/** A part of the queries, with what its name says of them. */
export interface Group<T> {
  readonly name: string;
  readonly items: readonly T[];
}

/**
 * Items in up to four groups of about the same size, by a number, lowest first. Equal numbers are never parted, so groups
 * may differ in size, and there are fewer where most numbers are equal. A group's name says its own lowest and highest.
 */
export const quartiles = <T>(
  items: readonly T[],
  numberOf: (item: T) => number,
  nameOf: (low: number, high: number) => string,
): readonly Group<T>[] => {
  if (items.length === 0) return [];
  const sorted = items.map(numberOf).sort((a, b) => a - b);
  // The highest number of each quarter, by nearest rank.
  const ends = [0.25, 0.5, 0.75, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1]!);
  return [...new Set(ends)].map((end, i, all) => {
    const own = items.filter((item) => numberOf(item) <= end && (i === 0 || numberOf(item) > all[i - 1]!));
    const values = own.map(numberOf);
    return { name: nameOf(Math.min(...values), Math.max(...values)), items: own };
  });
};
