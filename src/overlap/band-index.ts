import { InputError } from '../core/index.js';
import type { Bands } from './bands.js';
import { runHash } from './hashes.js';
import type { Signature } from './minhash.js';
import { numberList } from './number-list.js';

/** A band's hash and the number of a text are sorted as one number: 31 bits and 22. */
const TEXT_BITS = 22;
const TEXTS = 2 ** TEXT_BITS;

/** Finds texts that agree with a text in at least one band. */
export interface BandIndex {
  /** Adds the next text. */
  add(keys: Uint32Array): void;
  /** The hash of each band of a signature. */
  keysOf(signature: Signature): Uint32Array;
  /** The keys of a text that was added. */
  keysAt(text: number): Uint32Array;
  /**
   * Calls back for every text from `from` on that agrees in a band, once each and in a stable order, until it has
   * called back `most` times. Says whether it ended before all were seen.
   */
  candidates(keys: Uint32Array, from: number, most: number, each: (text: number) => void): boolean;
}

/** Memory: 12 bytes per band and text. */
export const bandIndex = ({ bands, rows }: Bands): BandIndex => {
  const keys = numberList();
  let sorted: readonly Float64Array[] = [];
  let seen = new Uint32Array(0);
  let search = 0;
  const texts = (): number => keys.length / bands;

  const sortBands = (): void => {
    if (seen.length === texts()) return;
    sorted = Array.from({ length: bands }, (_, band) =>
      Float64Array.from({ length: texts() }, (_, text) => keys.at(text * bands + band) * TEXTS + text).sort(),
    );
    seen = new Uint32Array(texts());
    search = 0;
  };

  return {
    add: (own) => {
      if (texts() === TEXTS)
        throw new InputError({
          found: `more than ${TEXTS} distinct texts`,
          expected: 'fewer in one search for near-duplicates',
          fix: 'split the collection, and search each part against the others',
        });
      keys.pushAll(own);
    },
    keysOf: (signature) =>
      Uint32Array.from(
        { length: bands },
        (_, band) => runHash(signature, band * rows, (band + 1) * rows, band) >>> 1,
      ),
    keysAt: (text) => keys.part(text * bands, (text + 1) * bands),
    candidates: (own, from, most, each) => {
      sortBands();
      search += 1;
      let called = 0;
      for (let band = 0; band < bands; band++) {
        const order = sorted[band]!;
        const end = (own[band]! + 1) * TEXTS;
        for (let i = firstFrom(order, own[band]! * TEXTS + from); i < order.length && order[i]! < end; i++) {
          const text = order[i]! % TEXTS;
          if (seen[text] === search) continue;
          if (called === most) return true;
          seen[text] = search;
          called += 1;
          each(text);
        }
      }
      return false;
    },
  };
};

/** The index of the first number that is at least `least`. */
const firstFrom = (sorted: Float64Array, least: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
};
