/** How a signature is cut for the search: bands of rows; two texts are compared if all rows of one band are equal. */
export interface Bands {
  readonly bands: number;
  readonly rows: number;
}

/** The chance that two texts of a given Jaccard are compared: 1 − (1 − J^rows)^bands. */
export const chanceCompared = (jaccard: number, { bands, rows }: Bands): number =>
  1 - (1 - jaccard ** rows) ** bands;

/**
 * The bands for a threshold: the most rows, so the fewest needless comparisons, by which a pair that is just at the
 * threshold is compared with at least this chance. One row if no number of rows reaches it.
 */
export const bandsFor = (threshold: number, hashes: number, chance: number): Bands => {
  let best: Bands = { bands: hashes, rows: 1 };
  for (let rows = 2; rows <= hashes; rows++) {
    const bands = { bands: Math.floor(hashes / rows), rows };
    if (chanceCompared(threshold, bands) >= chance) best = bands;
  }
  return best;
};
