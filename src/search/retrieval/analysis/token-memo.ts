type Finish<T> = (token: string) => T;

/** Fowler, Noll and Vo's hash, version 1a, over UTF-16 units instead of bytes. */
export const HASH_START = 0x811c9dc5 | 0;
export const hashed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Words remembered before starting over. */
const CAPACITY = 3 << 15;
/** 4 MB of them: twice as many were no faster. */
const SLOTS = 1 << 17;
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (SLOTS - 1);

/**
 * A slot is half a line of the processor's cache and holds all that a look-up compares: the hash, 1 + the number of the word or 0,
 * the word's length in a byte, its letters. Most of the time goes into fetching lines, so a word seen before must not take several.
 */
const SLOT_BYTES = 32;
const SLOT_WORDS = SLOT_BYTES / 4;
const LENGTH_AT = 8;
const LETTERS_AT = 9;
/** Longer tokens are too rare to be worth remembering. */
const LONGEST = SLOT_BYTES - LETTERS_AT;

/**
 * Remembers what became of ASCII tokens. A token is looked up where it is in its text, by the hash the scanner
 * computed on its way, so that a word seen before costs neither a new string nor its stemming.
 */
export const tokenMemo = <T>(finish: Finish<T>) => {
  const words = new Int32Array(SLOTS * SLOT_WORDS);
  const bytes = new Uint8Array(words.buffer);
  const finished: T[] = [];

  const isIn = (slot: number, text: string, start: number, length: number): boolean => {
    const at = slot * SLOT_BYTES;
    if (bytes[at + LENGTH_AT] !== length) return false;
    for (let i = 0; i < length; i++)
      if (bytes[at + LETTERS_AT + i] !== text.charCodeAt(start + i)) return false;
    return true;
  };

  const add = (freeSlot: number, text: string, start: number, end: number, hash: number): T => {
    const made = finish(text.slice(start, end));
    let slot = freeSlot;
    if (finished.length === CAPACITY) {
      words.fill(0);
      finished.length = 0;
      slot = slotOf(hash);
    }
    finished.push(made);
    words[slot * SLOT_WORDS] = hash;
    words[slot * SLOT_WORDS + 1] = finished.length;
    const at = slot * SLOT_BYTES;
    bytes[at + LENGTH_AT] = end - start;
    for (let i = start; i < end; i++) bytes[at + LETTERS_AT + i - start] = text.charCodeAt(i);
    return made;
  };

  /** What became of the ASCII token `text[start, end)`; `hash` is `hashed` over its units. */
  return (text: string, start: number, end: number, hash: number): T => {
    if (end - start > LONGEST) return finish(text.slice(start, end));
    let slot = slotOf(hash);
    for (let number = words[slot * SLOT_WORDS + 1]!; number > 0; number = words[slot * SLOT_WORDS + 1]!) {
      if (words[slot * SLOT_WORDS] === hash && isIn(slot, text, start, end - start))
        return finished[number - 1]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return add(slot, text, start, end, hash);
  };
};
