import { type SettingValues, setting, settledSettings } from '../../core/index.js';
import { bandIndex } from './band-index.js';
import { type Bands, bandsFor } from './bands.js';
import { clusters } from './clusters.js';
import { longRunHash, wordHashes } from './hashes.js';
import { minHasher } from './minhash.js';
import { numberList } from './number-list.js';
import { type SharedShingles, type SharingRule, sharedShingles } from './shared-shingles.js';
import { hashedShingles, jaccardOfHashes, SHINGLE_WORDS } from './shingles.js';

const SHARE = { expected: 'a number above 0, at most 1', holds: (value: number) => value > 0 && value <= 1 };

/** What a search for near-duplicates may be told. */
export const NEAR_DUPLICATES = {
  words: setting.count('words of a shingle', SHINGLE_WORDS),
  threshold: setting.number('Jaccard of shingles from which two texts are near-duplicates', 0.5, SHARE),
  hashes: setting.count('hash functions of a signature', 128),
  chance: setting.number('chance that a pair just at the threshold is compared', 0.95, SHARE),
  seed: setting.number('seed of the hash functions', 1),
  mostCompared: setting.count('texts that one text is compared with at most', 200),
} as const;

/** Settings of a search for near-duplicates. */
export interface NearDuplicateOptions extends SettingValues<typeof NEAR_DUPLICATES> {}

/** A text that is nearly the same as another. */
export interface NearDuplicate {
  /** The first row with this text; `firstRow` of a row that repeats its words is this row. */
  readonly row: number;
  /** Jaccard of the shingles, computed exactly; 1 for the same words. */
  readonly jaccard: number;
  /** Whether the words are the same, in the same order. */
  readonly sameWords: boolean;
}

/** Two rows with nearly the same text. */
export interface NearDuplicatePair {
  /** The earlier row. */
  readonly first: number;
  readonly second: number;
  readonly jaccard: number;
  readonly sameWords: boolean;
}

/** Finds texts that are nearly the same. Texts are rows, numbered from 0 in the order they are added. */
export interface NearDuplicateIndex {
  /** How signatures are cut: `chanceCompared(jaccard, index)` is the chance that a pair is found. */
  readonly bands: number;
  readonly rows: number;
  /** Adds a text, or its words as `wordHashes` gives them, and says its row. */
  add(text: string | Uint32Array): number;
  /** The rows added so far. */
  readonly size: number;
  /** The first row with the same words; the row itself if none was earlier, or if it has no words. */
  firstRow(row: number): number;
  /** The added texts that a text is a near-duplicate of, the most similar first, then by row. The text is not added. */
  find(text: string | Uint32Array): readonly NearDuplicate[];
  /**
   * All pairs, by first row, then second row. A row that repeats the words of an earlier one is paired with the first such
   * row only, and near-duplicates are pairs of first rows: a thousand equal texts are 999 pairs, and not half a million.
   */
  pairs(): readonly NearDuplicatePair[];
  /** Rows that are joined by pairs, directly or through others; each in ascending order, by their first row. */
  clusters(): readonly (readonly number[])[];
  /**
   * The texts that share many shingles with those of some rows, though they need not be near-duplicates: a part of one is in the other, or every few words are
   * other ones. Texts are named by their first rows.
   */
  sharing(rows: Iterable<number>, rule: SharingRule): readonly SharedShingles[];
  /** Texts that had more candidates than `mostCompared` in the last call of `pairs` or since: some of their pairs may be missing. */
  readonly limited: number;
}

/**
 * An index of near-duplicates by MinHash and bands, whose candidates are compared by the exact Jaccard of their shingles:
 * what is found is right, and what is at the threshold is found with the stated chance. Texts without words are in no pair.
 *
 * Memory: no text is kept. Each distinct text takes 4 bytes per shingle and 12 per band, about 1 kB for 700 characters, and
 * each row 4; lists of pairs have at most `mostCompared` entries per text.
 *
 * @example
 * import { nearDuplicateIndex } from 'r2med/evaluation';
 *
 * const index = nearDuplicateIndex({ threshold: 0.7 });
 * for (const text of ['Gout of the toe.', 'Fever and cough.', 'gout of the toe']) index.add(text);
 * console.log(index.pairs()); // [{ first: 0, second: 2, jaccard: 1, sameWords: true }]
 */
export const nearDuplicateIndex = (options: NearDuplicateOptions = {}): NearDuplicateIndex => {
  const settings = settledSettings('near-duplicates', NEAR_DUPLICATES, options);
  const { threshold, mostCompared } = settings;
  const bands: Bands = bandsFor(threshold, settings.hashes, settings.chance);
  const hasher = minHasher({ hashes: bands.bands * bands.rows, seed: settings.seed });
  const index = bandIndex(bands);
  /** Distinct texts: the row each was first seen in, and where its shingles end. */
  const firstRows = numberList();
  const ends = numberList();
  const shingles = numberList();
  const textByWords = new Map<number, number>();
  /** The first row of each row's text. */
  const rows = numberList();
  let limited = 0;
  let foundPairs: readonly NearDuplicatePair[] | undefined;

  const shinglesAt = (text: number): Uint32Array =>
    shingles.part(text === 0 ? 0 : ends.at(text - 1), ends.at(text));
  const keysOf = (own: Uint32Array): Uint32Array => index.keysOf(hasher.signature(own));

  /** The texts from `from` on that are near to shingles. */
  const near = (own: Uint32Array, keys: Uint32Array, from: number): NearDuplicate[] => {
    const found: NearDuplicate[] = [];
    const { texts, isCut } = index.candidates(keys, from, mostCompared);
    if (isCut) limited += 1;
    for (const text of texts) {
      const other = shinglesAt(text);
      const [small, large] = own.length < other.length ? [own, other] : [other, own];
      if (small.length < threshold * large.length) continue;
      const jaccard = jaccardOfHashes(own, other);
      if (jaccard >= threshold) found.push({ row: firstRows.at(text), jaccard, sameWords: false });
    }
    return found;
  };

  const findPairs = (): readonly NearDuplicatePair[] => {
    limited = 0;
    const all: NearDuplicatePair[] = [];
    for (let text = 0; text < firstRows.length; text++)
      for (const { row, jaccard } of near(shinglesAt(text), index.keysAt(text), text + 1))
        all.push({ first: firstRows.at(text), second: row, jaccard, sameWords: false });
    for (let row = 0; row < rows.length; row++)
      if (rows.at(row) !== row) all.push({ first: rows.at(row), second: row, jaccard: 1, sameWords: true });
    return all.sort((a, b) => a.first - b.first || a.second - b.second);
  };
  const pairs = (): readonly NearDuplicatePair[] => {
    foundPairs ??= findPairs();
    return foundPairs;
  };

  return {
    ...bands,
    get size() {
      return rows.length;
    },
    get limited() {
      return limited;
    },
    add: (text) => {
      foundPairs = undefined;
      const row = rows.length;
      const hashes = hashed(text);
      const key = longRunHash(hashes, 0, hashes.length);
      const known = hashes.length === 0 ? undefined : textByWords.get(key);
      rows.push(known === undefined ? row : firstRows.at(known));
      if (known !== undefined || hashes.length === 0) return row;
      const own = hashedShingles(hashes, settings.words);
      index.add(keysOf(own));
      textByWords.set(key, firstRows.length);
      firstRows.push(row);
      shingles.pushAll(own);
      ends.push(shingles.length);
      return row;
    },
    firstRow: (row) => rows.at(row),
    find: (text) => {
      const hashes = hashed(text);
      if (hashes.length === 0) return [];
      const same = textByWords.get(longRunHash(hashes, 0, hashes.length));
      const sameRow = same === undefined ? undefined : firstRows.at(same);
      const own = hashedShingles(hashes, settings.words);
      return [
        ...(sameRow === undefined ? [] : [{ row: sameRow, jaccard: 1, sameWords: true }]),
        ...near(own, keysOf(own), 0)
          .filter(({ row }) => row !== sameRow)
          .sort((a, b) => b.jaccard - a.jaccard || a.row - b.row),
      ];
    },
    pairs,
    sharing: (asked, rule) => {
      const texts = new Map(
        Array.from({ length: firstRows.length }, (_, text) => [firstRows.at(text), text]),
      );
      const wanted = new Set([...asked].flatMap((row) => texts.get(rows.at(row)) ?? []));
      return sharedShingles({ size: firstRows.length, shinglesAt }, wanted, rule).map(
        ({ text, other, share }) => ({ text: firstRows.at(text), other: firstRows.at(other), share }),
      );
    },
    clusters: () => {
      const joined = clusters(rows.length);
      for (const { first, second } of pairs()) joined.join(first, second);
      return joined.groups();
    },
  };
};

const hashed = (text: string | Uint32Array): Uint32Array =>
  typeof text === 'string' ? wordHashes(text) : text;

/** A near-duplicate between two collections. */
export interface CrossDuplicate extends NearDuplicate {
  /** The row of the other collection, counted from 0. */
  readonly other: number;
}

/**
 * The near-duplicates of a second collection in an index of the first: by row of the second, then the most similar first. The
 * second collection is streamed and may have any size.
 */
export async function* nearDuplicatesAcross(
  index: NearDuplicateIndex,
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<CrossDuplicate> {
  let other = 0;
  for await (const text of texts) {
    for (const match of index.find(text)) yield { other, ...match };
    other += 1;
  }
}
