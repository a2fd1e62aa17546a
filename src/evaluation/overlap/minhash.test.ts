import { describe, expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { estimatedJaccard, minHasher } from './index.js';

describe('minHasher', () => {
  it('estimates Jaccard without bias and with the standard error √(J(1 − J)/n)', () => {
    const draw = random(11);
    const number = () => Math.floor(draw() * 2 ** 32);
    const hasher = minHasher({ hashes: 128, seed: 3 });
    for (const [shared, alone] of [
      [20, 80],
      [60, 40],
      [160, 20],
    ] as const) {
      const truth = shared / (shared + 2 * alone);
      const errors = Array.from({ length: 400 }, () => {
        const both = Array.from({ length: shared }, number);
        const [a, b] = [0, 1].map(() => [...both, ...Array.from({ length: alone }, number)]);
        return estimatedJaccard(hasher.signature(a!), hasher.signature(b!)) - truth;
      });
      const expected = Math.sqrt((truth * (1 - truth)) / 128);
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      const spread = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
      // Means of 400 draws: four standard errors.
      expect(Math.abs(mean)).toBeLessThan((4 * expected) / 20);
      expect(spread / expected).toBeGreaterThan(0.85);
      expect(spread / expected).toBeLessThan(1.15);
    }
  });

  it('gives the same signature for the same seed, and others for others', () => {
    const shingles = Uint32Array.of(1, 2, 3);
    expect(minHasher({ seed: 5 }).signature(shingles)).toEqual(minHasher({ seed: 5 }).signature(shingles));
    expect(minHasher({ seed: 5 }).signature(shingles)).not.toEqual(
      minHasher({ seed: 6 }).signature(shingles),
    );
    expect(new Set(minHasher({ hashes: 9 }).signature([]))).toEqual(new Set([2 ** 32 - 1]));
    expect(estimatedJaccard(new Uint32Array(0), new Uint32Array(0))).toBe(0);
  });
});
