/** A score as R2MED prints it: times 100, two decimals. */
export const scoreText = (score: number | undefined): string =>
  score === undefined ? '–' : (score * 100).toFixed(2);
