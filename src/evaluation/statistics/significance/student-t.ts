/**
 * The chance that Student's t lies as far from 0 as `t` or farther, on either side: I_x(ν/2, 1/2), x = ν / (ν + t²), the
 * regularised incomplete beta function (Abramowitz and Stegun, 26.5.27 and 26.7.1). Small values keep their digits.
 */
export const studentTwoSided = (t: number, degrees: number): number => {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? Number.NaN : 0;
  const ratio = (t * t) / degrees;
  const a = degrees / 2;
  const x = 1 / (1 + ratio);
  const rest = ratio / (1 + ratio);
  // x^a (1 - x)^(1/2) / B(a, 1/2): the factor before both continued fractions.
  const front = Math.exp(-a * Math.log1p(ratio)) * Math.sqrt(rest) * inverseBeta(degrees);
  // Near x = 1 the last bit of x decides too much, so the middle is computed and taken from 1; farther out the difference
  // would lose the digits of p instead.
  const p = t * t > 4 ? (front / a) * fraction(a, 0.5, x) : 1 - 2 * front * fraction(0.5, a, rest);
  return Math.min(1, Math.max(0, p));
};

/**
 * 1 / B(ν/2, 1/2) = Γ((ν+1)/2) / (Γ(ν/2) √π), for whole ν by the recurrence r(ν+2) = r(ν) (ν+1)/ν from r(1) = 1/π, r(2) =
 * 1/2: no logarithm of a gamma function, whose digits would be lost in its size.
 */
const inverseBeta = (degrees: number): number => {
  let product = degrees % 2 === 1 ? 1 / Math.PI : 0.5;
  for (let n = degrees % 2 === 1 ? 1 : 2; n < degrees; n += 2) product *= (n + 1) / n;
  return product;
};

/** It stops when a step changes nothing: after 49 steps at most for |t| up to 40 and a million degrees. */
const LONGEST_FRACTION = 1000;
const TINY = 1e-300;

/** The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's method. */
const fraction = (a: number, b: number, x: number): number => {
  let c = 1;
  let d = away(1 - ((a + b) * x) / (a + 1));
  let value = 1 / d;
  d = value;
  for (let m = 1; m < LONGEST_FRACTION; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < Number.EPSILON) break;
  }
  return value;
};

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
