import { InputError } from '../../core/index.js';
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
   * Texts from `from` on that agree in a band. Where there are more than `most`, those that agree in the most bands, then the
   * first; of a band that many texts agree in, only `most` are looked at.
   */
  candidates(keys: Uint32Array, from: number, most: number): Candidates;
}

/** Texts to compare a text with. */
export interface Candidates {
  readonly texts: readonly number[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** Memory: 12 bytes per band and text. */
export const bandIndex = ({ bands, rows }: Bands): BandIndex => {
  const keys = numberList();
  let sorted: readonly Float64Array[] = [];
  /** In how many bands each text agrees; all 0 between searches. */
  let agreeing = new Uint16Array(0);
  const texts = (): number => keys.length / bands;

  const sortBands = (): void => {
    if (agreeing.length === texts()) return;
    sorted = Array.from({ length: bands }, (_, band) =>
      Float64Array.from({ length: texts() }, (_, text) => keys.at(text * bands + band) * TEXTS + text).sort(),
    );
    agreeing = new Uint16Array(texts());
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
    candidates: (own, from, most) => {
      sortBands();
      const found: number[] = [];
      let isCut = false;
      for (let band = 0; band < bands; band++) {
        const order = sorted[band]!;
        const end = (own[band]! + 1) * TEXTS;
        const first = firstFrom(order, own[band]! * TEXTS + from);
        let at = first;
        for (; at < order.length && order[at]! < end && at < first + most; at++) {
          const text = order[at]! % TEXTS;
          if (agreeing[text] === 0) found.push(text);
          agreeing[text]! += 1;
        }
        isCut ||= at < order.length && order[at]! < end;
      }
      isCut ||= found.length > most;
      if (found.length > most) found.sort((a, b) => agreeing[b]! - agreeing[a]! || a - b);
      for (const text of found) agreeing[text] = 0;
      return { texts: found.slice(0, most), isCut };
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
