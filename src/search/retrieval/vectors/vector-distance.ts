import type { SparseVector, TokenVectors } from '../../../core/index.js';

/**
 * How far apart two vectors of one text are: half the squared distance over the squared length of the longer one. For vectors of
 * equal length that is the cosine distance; one that is longer or shorter is apart too, which the dot product notices.
 * Infinite where their shapes differ.
 */
export type Distance<Vector> = (a: Vector, b: Vector) => number;

export const denseDistance: Distance<Float32Array> = (a, b) => {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let [apart, lengthA, lengthB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    apart += (a[i]! - b[i]!) ** 2;
    lengthA += a[i]! ** 2;
    lengthB += b[i]! ** 2;
  }
  return relative(apart, lengthA, lengthB);
};

export const lateDistance: Distance<TokenVectors> = (a, b) =>
  a.dimensions === b.dimensions ? denseDistance(a.data, b.data) : Number.POSITIVE_INFINITY;

export const sparseDistance: Distance<SparseVector> = (a, b) => {
  const weights = new Map(Array.from(a.indices, (index, i) => [index, a.weights[i]!]));
  let apart = 0;
  for (const [i, index] of b.indices.entries()) {
    apart += ((weights.get(index) ?? 0) - b.weights[i]!) ** 2;
    weights.delete(index);
  }
  for (const weight of weights.values()) apart += weight ** 2;
  return relative(apart, squared(a.weights), squared(b.weights));
};

const squared = (numbers: Float32Array): number => numbers.reduce((sum, number) => sum + number ** 2, 0);

const relative = (apart: number, lengthA: number, lengthB: number): number => {
  if (apart === 0) return 0;
  const distance = apart / (2 * Math.max(lengthA, lengthB));
  // A vector with NaN or an infinity in it is near no other; two of them are broken in the same way.
  if (Number.isFinite(distance)) return distance;
  return Number.isFinite(lengthA) || Number.isFinite(lengthB) ? Number.POSITIVE_INFINITY : 0;
};
