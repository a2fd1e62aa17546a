import { InvalidResponse } from '../../../platform/api-client/index.js';

/** A vector as services write it: a list of numbers, or base64 of little-endian 32-bit floats. */
export const vectorOf = (written: unknown): Float32Array => {
  const vector = typeof written === 'string' ? fromBase64(written) : fromNumbers(written);
  if (vector.length === 0) throw new InvalidResponse('an empty vector');
  // By number: an iterator would take longer than all else that is done with a vector.
  for (let i = 0; i < vector.length; i++)
    if (!Number.isFinite(vector[i])) throw new InvalidResponse(`a vector with ${vector[i]} in it`);
  return vector;
};

const fromNumbers = (written: unknown): Float32Array => {
  if (!Array.isArray(written)) throw new InvalidResponse('something that is not a vector');
  // Servers write NaN, which JSON has no word for, as null; a Float32Array would make 0 of it.
  for (const value of written)
    if (typeof value !== 'number') throw new InvalidResponse('a vector with something that is not a number');
  return new Float32Array(written as number[]);
};

const fromBase64 = (written: string): Float32Array => {
  const bytes = Buffer.from(written, 'base64');
  // What is not base64 is passed over in silence, and bytes are missing.
  const padding = written.endsWith('==') ? 2 : written.endsWith('=') ? 1 : 0;
  const isWhole = bytes.length === Math.floor(((written.length - padding) * 3) / 4) && bytes.length % 4 === 0;
  if (!isWhole) throw new InvalidResponse('a vector that is cut off');
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
};

/** Length 1, summed in 64 bits; a vector of zeros stays as it is. */
export const unitVector = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? vector.map((value) => value / length) : vector;
};
