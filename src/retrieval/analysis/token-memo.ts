import { ownString } from './own-string.js';

/** What became of a token: its term, or the empty string if it was dropped. */
type Finish = (token: string) => string;

/** Fowler, Noll and Vo's hash, version 1a, over UTF-16 units instead of bytes. */
export const HASH_START = 0x811c9dc5 | 0;
export const hashed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Words remembered before starting over: about 6 MB. Half and four times as many were slower on 20 MB of abstracts. */
const CAPACITY = 1 << 16;
const SLOTS = CAPACITY * 2;
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (SLOTS - 1);

/** Longer tokens are too rare to be worth remembering. */
const LONGEST = 32;

/**
 * Remembers the terms of ASCII tokens. A token is looked up where it is in its text, by the hash the scanner
 * computed on its way, so that a word seen before costs neither a new string nor its stemming.
 */
export const tokenMemo = (finish: Finish) => {
  const slots = new Int32Array(SLOTS);
  const hashes = new Int32Array(CAPACITY);
  const ends = new Int32Array(CAPACITY + 1);
  const terms: string[] = [];
  let letters = new Uint8Array(CAPACITY * 4);

  const isEntry = (entry: number, text: string, start: number, end: number): boolean => {
    let at = ends[entry]!;
    if (ends[entry + 1]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (letters[at++] !== text.charCodeAt(i)) return false;
    return true;
  };

  const add = (freeSlot: number, text: string, start: number, end: number, hash: number): string => {
    const term = finish(ownString(text, start, end));
    let slot = freeSlot;
    if (terms.length === CAPACITY) {
      slots.fill(0);
      terms.length = 0;
      slot = slotOf(hash);
    }
    const entry = terms.length;
    const from = ends[entry]!;
    if (from + LONGEST > letters.length) {
      const more = new Uint8Array(letters.length * 2);
      more.set(letters);
      letters = more;
    }
    for (let i = start; i < end; i++) letters[from + i - start] = text.charCodeAt(i);
    ends[entry + 1] = from + end - start;
    hashes[entry] = hash;
    slots[slot] = entry + 1;
    terms.push(term);
    return term;
  };

  /** The term of the ASCII token `text[start, end)`, or the empty string; `hash` is `hashed` over its units. */
  return (text: string, start: number, end: number, hash: number): string => {
    if (end - start > LONGEST) return finish(ownString(text, start, end));
    let slot = slotOf(hash);
    for (let entry = slots[slot]! - 1; entry >= 0; entry = slots[slot]! - 1) {
      if (hashes[entry] === hash && isEntry(entry, text, start, end)) return terms[entry]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return add(slot, text, start, end, hash);
  };
};
