import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  chanceCompared,
  containment,
  documentFrequencies,
  jaccard,
  minHasher,
  nearDuplicateIndex,
  shingleHashes,
  shingles,
  weightedContainment,
  words,
} from './index.js';

interface Golden {
  readonly texts: readonly string[];
  readonly words: readonly (readonly string[])[];
  readonly overlap: readonly (readonly [number, number, number, number, number])[];
  readonly shingles: readonly { readonly size: number; readonly texts: readonly (readonly string[])[] }[];
  readonly hashes: readonly { readonly size: number; readonly texts: readonly (readonly number[])[] }[];
  readonly signatures: readonly {
    readonly hashes: number;
    readonly seed: number;
    readonly texts: readonly (readonly number[])[];
  }[];
  readonly duplicates: readonly {
    readonly words: number;
    readonly threshold: number;
    readonly pairs: readonly (readonly [number, number, number, boolean])[];
    readonly clusters: readonly (readonly number[])[];
  }[];
  readonly chances: readonly (readonly [number, number, number, number])[];
}

const golden: Golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/overlap/cases.json', import.meta.url), 'utf8'),
);
const { texts } = golden;

describe('overlap, as plain Python computes it', () => {
  it('words', () => {
    expect(texts.map(words)).toEqual(golden.words);
  });

  it('Jaccard and containment to the last digit, idf-weighted containment to 14', () => {
    const sets = texts.map((text) => new Set(words(text)));
    const corpus = documentFrequencies(sets);
    const shared = sets.flatMap((a, i) => sets.flatMap((b, j) => (jaccard(a, b) > 0 ? [[i, j]] : [])));
    expect(golden.overlap.map(([i, j]) => [i, j])).toEqual(shared);
    for (const [i, j, similar, contained, weighted] of golden.overlap) {
      const [a, b] = [sets[i]!, sets[j]!];
      expect([jaccard(a, b), containment(a, b)]).toEqual([similar, contained]);
      // The two languages' logarithms may differ in the last bit.
      expect(weightedContainment(a, b, corpus.idf)).toBeCloseTo(weighted, 14);
    }
  });

  it('shingles and their hashes', () => {
    for (const { size, texts: expected } of golden.shingles)
      expect(texts.map((text) => [...shingles(text, size)])).toEqual(expected);
    for (const { size, texts: expected } of golden.hashes)
      expect(texts.map((text) => [...shingleHashes(text, size)])).toEqual(expected);
  });

  it('signatures', () => {
    for (const { hashes, seed, texts: expected } of golden.signatures) {
      const hasher = minHasher({ hashes, seed });
      expect(texts.map((text) => [...hasher.signature(shingleHashes(text))])).toEqual(expected);
    }
  });

  it('near-duplicates and clusters, where every pair was compared', () => {
    for (const { words: size, threshold, pairs, clusters } of golden.duplicates) {
      const index = nearDuplicateIndex({ words: size, threshold, chance: 1 - 1e-9, hashes: 512 });
      for (const text of texts) index.add(text);
      expect(
        index
          .pairs()
          .map(({ first, second, jaccard: value, sameWords }) => [first, second, value, sameWords]),
        `${size} words from ${threshold}`,
      ).toEqual(pairs);
      expect(index.clusters()).toEqual(clusters);
    }
  });

  it('the chance that a pair is compared', () => {
    for (const [similar, bands, rows, chance] of golden.chances)
      expect(chanceCompared(similar, { bands, rows })).toBeCloseTo(chance, 14);
  });
});
