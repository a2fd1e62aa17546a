/** How much of an agreement two positions on a scale are: 1 for the same, 0 for its two ends. */
export type Weights = (a: number, b: number) => number;

/** The name of a weighting. Distances are counted in positions on the scale, whatever its values are. */
export type WeightingName = 'unweighted' | 'linear' | 'quadratic';

export const weightsOf = (name: WeightingName, positions: number): Weights => {
  const widest = Math.max(positions - 1, 1);
  if (name === 'unweighted') return (a, b) => (a === b ? 1 : 0);
  if (name === 'linear') return (a, b) => 1 - Math.abs(a - b) / widest;
  return (a, b) => 1 - ((a - b) / widest) ** 2;
};
