import { quantisedLength } from '../../retrieval/index.js';

/** Lengths that Lucene keeps as they are. */
const WHOLE = 40;
const LEFT_OUT = 24;

/** A length in one byte, as Lucene rounds it: those of four bits and a power of two follow the whole ones. */
export const lengthCode = (length: number): number => {
  if (length < WHOLE) return length;
  const above = length - LEFT_OUT;
  const power = 28 - Math.clz32(above);
  return WHOLE + 8 * (power - 1) + (above >>> power) - 8;
};

/** The rounded length of each code. */
export const LENGTHS: readonly number[] = Array.from({ length: 256 }, (_, code) => {
  if (code < WHOLE) return code;
  const power = 1 + ((code - WHOLE) >> 3);
  return quantisedLength(LEFT_OUT + (8 + ((code - WHOLE) & 7)) * 2 ** power);
});
