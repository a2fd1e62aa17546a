/** Lengths below this are stored exactly: what Lucene's byte has left after 4-bit floats up to 2^31 - 1. */
const EXACT = 24;

/**
 * A document length after Lucene's SmallFloat.intToByte4 and back: the part above 24 keeps its four highest bits,
 * rounded down. Exact below 40.
 */
export const quantisedLength = (length: number): number => {
  const above = length - EXACT;
  if (above < 16) return length;
  const shift = 28 - Math.clz32(above);
  return EXACT + ((above >>> shift) << shift);
};
