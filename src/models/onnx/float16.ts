/** Half-precision bit patterns (IEEE 754 binary16) as numbers. */
export const fromHalf = (halves: Uint16Array): Float32Array => {
  const table = subnormalAndScale();
  return Float32Array.from(halves, (bits) => {
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    const sign = bits & 0x8000 ? -1 : 1;
    if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return exponent === 0 ? sign * fraction * table[0]! : sign * (1024 + fraction) * table[exponent]!;
  });
};

/** The value of a fraction's last bit, by exponent; exponent 0 shares the scale of exponent 1. */
const subnormalAndScale = (): Float64Array =>
  Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));
