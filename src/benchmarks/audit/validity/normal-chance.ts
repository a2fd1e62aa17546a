/** A shortcut is one if chance gives it in fewer tasks than this: several are looked for. */
export const SHORTCUT_LEVEL = 0.0001;
/** Smaller ones are of no use, and the approximation does not reach them. */
const LEAST_P = 1e-15;

/** The chance of a deviation as large from the mean of a normal distribution, either way (Abramowitz and Stegun 7.1.26). */
export const twoSided = (deviations: number): number => {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.max(polynomial * Math.exp(-x * x), LEAST_P);
};

export const pText = (p: number): string => (p <= LEAST_P ? `below ${LEAST_P}` : p.toExponential(0));
