import { runHash } from './hashes.js';
import { numberList } from './number-list.js';

/** Distinct runs of words as entries, numbered from 0 in the order they are added. */
export interface RunTable {
  /** The entry of the run that begins at a word; it is added if it is new. */
  add(hashes: Uint32Array, from: number): number;
  /** The entry of the run, or -1. */
  find(hashes: Uint32Array, from: number): number;
  readonly size: number;
}

const FIRST_BASIS = 0x5bd1e995;
const SECOND_BASIS = 0x1b873593;
/** Three quarters full at most: longer, and the ways to an entry get long. */
const FULLEST = 0.75;

/** A hash table of runs of `words` words. Two runs are one entry if both of their 32-bit hashes are equal. Memory: 14 to 19 bytes per entry. */
export const runTable = (words: number): RunTable => {
  const first = numberList();
  const second = numberList();
  /** Entry + 1; 0 is free. */
  let slots = new Uint32Array(1024);

  const slotOf = (a: number, b: number): number => {
    let slot = a & (slots.length - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const entry = slots[slot]! - 1;
      if (first.at(entry) === a && second.at(entry) === b) break;
    }
    return slot;
  };
  const makeRoom = (): void => {
    if (first.length < slots.length * FULLEST) return;
    slots = new Uint32Array(slots.length * 2);
    for (let entry = 0; entry < first.length; entry++)
      slots[slotOf(first.at(entry), second.at(entry))] = entry + 1;
  };
  const hashed = (hashes: Uint32Array, from: number, basis: number): number =>
    runHash(hashes, from, from + words, basis);

  return {
    add: (hashes, from) => {
      makeRoom();
      const [a, b] = [hashed(hashes, from, FIRST_BASIS), hashed(hashes, from, SECOND_BASIS)];
      const slot = slotOf(a, b);
      if (slots[slot] === 0) {
        first.push(a);
        second.push(b);
        slots[slot] = first.length;
      }
      return slots[slot]! - 1;
    },
    find: (hashes, from) => {
      // Most runs that are looked for are not there: the second hash is computed only for those whose slot is taken.
      const a = hashed(hashes, from, FIRST_BASIS);
      if (slots[a & (slots.length - 1)] === 0) return -1;
      return slots[slotOf(a, hashed(hashes, from, SECOND_BASIS))]! - 1;
    },
    get size() {
      return first.length;
    },
  };
};
