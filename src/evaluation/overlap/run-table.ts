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
/** Fuller, and the ways to an entry get long. */
const FULLEST = 0.75;

/**
 * A hash table of runs of `words` words. Two runs are one entry if both of their 32-bit hashes are equal. Memory: 15 to 26 bytes
 * per entry.
 */
export const runTable = (words: number): RunTable => {
  const firsts = numberList();
  /** Two numbers a slot: the entry plus 1, or 0 where it is free; and its second hash, so that most others are told apart here. */
  let slots = new Uint32Array(2 * 1024);

  const slotOf = (first: number, second: number): number => {
    const last = slots.length / 2 - 1;
    let slot = first & last;
    for (; slots[2 * slot] !== 0; slot = (slot + 1) & last)
      if (slots[2 * slot + 1] === second && firsts.at(slots[2 * slot]! - 1) === first) break;
    return 2 * slot;
  };
  const makeRoom = (): void => {
    if (firsts.length < (slots.length / 2) * FULLEST) return;
    const before = slots;
    slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] === 0) continue;
      const slot = slotOf(firsts.at(before[at]! - 1), before[at + 1]!);
      slots[slot] = before[at]!;
      slots[slot + 1] = before[at + 1]!;
    }
  };

  return {
    add: (hashes, from) => {
      makeRoom();
      const first = runHash(hashes, from, from + words, FIRST_BASIS);
      const second = runHash(hashes, from, from + words, SECOND_BASIS);
      const slot = slotOf(first, second);
      if (slots[slot] === 0) {
        firsts.push(first);
        slots[slot] = firsts.length;
        slots[slot + 1] = second;
      }
      return slots[slot]! - 1;
    },
    find: (hashes, from) => {
      const first = runHash(hashes, from, from + words, FIRST_BASIS);
      // Most runs that are looked for are not there: a free slot spares the second hash.
      if (slots[2 * (first & (slots.length / 2 - 1))] === 0) return -1;
      return slots[slotOf(first, runHash(hashes, from, from + words, SECOND_BASIS))]! - 1;
    },
    get size() {
      return firsts.length;
    },
  };
};
