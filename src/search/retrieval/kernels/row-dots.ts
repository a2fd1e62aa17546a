import { kernelMemory } from './kernels.js';

/** Dot products in doubles of vectors that are held with one vector at a time. */
export interface RowDots {
  hold(place: number, vector: Float32Array): void;
  /** The vector to multiply with from now on. */
  take(vector: Float32Array): void;
  with(place: number): number;
}

/** Numbers the kernel takes at once. */
const STEP = 8;

export const rowDots = (dimensions: number, places: number): RowDots => {
  const padded = Math.ceil(dimensions / STEP) * STEP;
  const end = 4 * padded;
  const { buffer, kernels } = kernelMemory(end + 8 * padded * places);
  const taken = new Float32Array(buffer, 0, padded);
  const held = new Float64Array(buffer, end, padded * places);
  return {
    hold: (place, vector) => held.set(vector, place * padded),
    take: (vector) => taken.set(vector),
    with: (place) => kernels.dot(end + 8 * padded * place, 0, end),
  };
};
