import { createHash } from 'node:crypto';

/**
 * Numbers drawn as Python's `random.Random(text)` draws them, by CPython's generator seeded with a string (`random.seed`, version 2): the Mersenne Twister MT19937 of Matsumoto and
 * Nishimura (1998), its key the number that the string's UTF-8 bytes and their SHA-512 make, high byte first.
 */
export const pythonRandom = (seed: string) => {
  const next = twister(keyOf(seed));
  /** A whole number from 0 to below `limit` (which is below 2^32): Python's `randrange(limit)`. */
  const below = (limit: number): number => {
    if (!Number.isInteger(limit) || limit < 1 || limit >= 2 ** 32)
      throw new RangeError(`cannot draw below ${limit}: expected a whole number from 1 to below 2^32`);
    // As many bits as the limit has, drawn again until they are below it (`_randbelow_with_getrandbits`).
    const shift = Math.clz32(limit);
    for (;;) {
      const drawn = next() >>> shift;
      if (drawn < limit) return drawn;
    }
  };
  return { below, choice: <T>(items: readonly T[]): T => items[below(items.length)]! };
};

/** The seed's number in words of 32 bits, the lowest first. */
const keyOf = (seed: string): Uint32Array => {
  const text = Buffer.from(seed, 'utf8');
  const bytes = Buffer.concat([text, createHash('sha512').update(text).digest()]);
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  bytes.reverse().forEach((byte, i) => {
    words[i >>> 2]! |= byte << (8 * (i & 3));
  });
  // A number has no leading zero words; one, for 0 itself, stays.
  let length = words.length;
  while (length > 1 && words[length - 1] === 0) length--;
  return words.subarray(0, length);
};

const SIZE = 624;
const OFFSET = 397;

/** MT19937's words of 32 bits. */
const twister = (key: Uint32Array): (() => number) => {
  const state = initialState(key);
  let at = SIZE;
  return () => {
    if (at === SIZE) {
      twist(state);
      at = 0;
    }
    let word = state[at++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
};

/** `init_by_array` of the reference implementation. */
const initialState = (key: Uint32Array): Uint32Array => {
  const state = new Uint32Array(SIZE);
  const mixed = (i: number, factor: number) => Math.imul(state[i - 1]! ^ (state[i - 1]! >>> 30), factor);
  state[0] = 19650218;
  for (let i = 1; i < SIZE; i++) state[i] = mixed(i, 1812433253) + i;
  state[0] = 19650218;
  let i = 1;
  const step = (next: number): void => {
    state[i] = next;
    i++;
    if (i === SIZE) {
      state[0] = state[SIZE - 1]!;
      i = 1;
    }
  };
  for (let count = 0; count < Math.max(SIZE, key.length); count++) {
    const j = count % key.length;
    step((state[i]! ^ mixed(i, 1664525)) + key[j]! + j);
  }
  for (let count = 1; count < SIZE; count++) step((state[i]! ^ mixed(i, 1566083941)) - i);
  state[0] = 0x80000000;
  return state;
};

const twist = (state: Uint32Array): void => {
  for (let i = 0; i < SIZE; i++) {
    const joined = (state[i]! & 0x80000000) | (state[(i + 1) % SIZE]! & 0x7fffffff);
    state[i] = state[(i + OFFSET) % SIZE]! ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
  }
};
