import { expect, it } from 'vitest';
import { random } from '../../core/index.js';
import { bandIndex } from './band-index.js';
import { bandsFor, chanceCompared, minHasher } from './index.js';

it('texts of a given Jaccard are compared with the stated chance', () => {
  const draw = random(21);
  const numbers = (count: number) => Array.from({ length: count }, () => Math.floor(draw() * 2 ** 32));
  const bands = { bands: 42, rows: 3 };
  const hasher = minHasher({ hashes: 126 });
  for (const [shared, alone] of [
    [20, 90],
    [30, 70],
    [40, 60],
  ] as const) {
    const pairs = Array.from({ length: 500 }, () => {
      const both = numbers(shared);
      return [0, 1].map(() => hasher.signature([...both, ...numbers(alone)])) as [Uint32Array, Uint32Array];
    });
    const compared = pairs.filter(([first, second]) => {
      const index = bandIndex(bands);
      index.add(index.keysOf(first));
      return index.candidates(index.keysOf(second), 0, 1).texts.length === 1;
    });
    const chance = chanceCompared(shared / (shared + 2 * alone), bands);
    // Four standard errors of a share of 500.
    expect(Math.abs(compared.length / 500 - chance)).toBeLessThan(
      4 * Math.sqrt((chance * (1 - chance)) / 500),
    );
  }
});

it('bandsFor takes the most rows that reach the chance', () => {
  for (const threshold of [0.2, 0.5, 0.8, 1]) {
    const { bands, rows } = bandsFor(threshold, 128, 0.95);
    expect(bands).toBe(Math.floor(128 / rows));
    expect(chanceCompared(threshold, { bands, rows })).toBeGreaterThanOrEqual(0.95);
    for (let more = rows + 1; more <= 128; more++)
      expect(chanceCompared(threshold, { bands: Math.floor(128 / more), rows: more })).toBeLessThan(0.95);
  }
  expect(bandsFor(0.01, 128, 0.95)).toEqual({ bands: 128, rows: 1 });
});
