import { InvalidResponse } from '../../api-client/index.js';

/** A vector as services write it: a list of numbers, or base64 of little-endian 32-bit floats. */
export const vectorOf = (written: unknown): Float32Array => {
  const vector = typeof written === 'string' ? fromBase64(written) : fromNumbers(written);
  if (vector.length === 0) throw new InvalidResponse('an empty vector');
  const wrong = vector.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw new InvalidResponse(`a vector with ${vector[wrong]} in it`);
  return vector;
};

const fromNumbers = (written: unknown): Float32Array => {
  if (!Array.isArray(written)) throw new InvalidResponse('something that is not a vector');
  // Servers write NaN, which JSON has no word for, as null; a Float32Array would make 0 of it.
  if (!written.every((value) => typeof value === 'number'))
    throw new InvalidResponse('a vector with something that is not a number');
  return Float32Array.from(written as number[]);
};

const fromBase64 = (written: string): Float32Array => {
  const bytes = Buffer.from(written, 'base64');
  const whole = /^[A-Za-z0-9+/]+={0,2}$/.test(written) && bytes.length % 4 === 0;
  if (!whole) throw new InvalidResponse('a vector that is cut off');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
};

/** Length 1, summed in 64 bits; a vector of zeros stays as it is. */
export const unitVector = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? vector.map((value) => value / length) : vector;
};
