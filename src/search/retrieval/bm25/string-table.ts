/**
 * Different strings, numbered from 0. They are bytes in one array, found by a hash: a million of them take a fifth of the
 * memory of a Map, nothing for the garbage collector to visit, and go to disk and back as they are.
 */
export interface StringTable {
  readonly size: number;
  at(number: number): string;
  numberOf(string: string): number;
  arrays(): StringArrays;
}

export interface StringArrays {
  /** String `n` is from `offsets[n]` up to `offsets[n + 1]` of `bytes`. */
  readonly offsets: Uint32Array;
  /** A hash table with open addressing: 1 + the number of a string, or 0. Its length is a power of 2. */
  readonly slots: Uint32Array;
  readonly bytes: Uint8Array;
}

export interface GrowingStrings extends StringTable {
  /** The number of a string, which is a new one if there was none. */
  add(string: string): number;
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export const growingStrings = (): GrowingStrings => {
  let offsets = new Uint32Array(1 << 10);
  let slots = new Uint32Array(1 << 11);
  let bytes = new Uint8Array(1 << 13);
  let size = 0;
  const slotOf = slotFinder();

  const spread = (): void => {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < size; number++) {
      let slot = hashOf(bytes, offsets[number]!, offsets[number + 1]!) & (slots.length - 1);
      while (slots[slot]! > 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  };
  return {
    get size() {
      return size;
    },
    at: (number) => decoded(bytes, offsets[number]!, offsets[number + 1]!),
    numberOf: (string) => slots[slotOf({ offsets, slots, bytes }, string)]! - 1,
    add: (string) => {
      const begin = offsets[size]!;
      if (begin + 3 * string.length > bytes.length) bytes = grown(bytes, begin + 3 * string.length);
      const end = encode(string, bytes, begin);
      const slot = findSlot({ offsets, slots, bytes }, bytes, begin, end);
      if (slots[slot]! > 0) return slots[slot]! - 1;
      if (size + 2 > offsets.length) offsets = grown(offsets, size + 2);
      slots[slot] = size + 1;
      offsets[++size] = end;
      if (2 * size > slots.length) spread();
      return size - 1;
    },
    arrays: () => ({
      offsets: offsets.subarray(0, size + 1),
      slots,
      bytes: bytes.subarray(0, offsets[size]!),
    }),
  };
};

export const stringTable = (arrays: StringArrays): StringTable => {
  const slotOf = slotFinder();
  return {
    size: arrays.offsets.length - 1,
    at: (number) => decoded(arrays.bytes, arrays.offsets[number]!, arrays.offsets[number + 1]!),
    numberOf: (string) => arrays.slots[slotOf(arrays, string)]! - 1,
    arrays: () => arrays,
  };
};

/** Finds the slot of a string, or the free one where it would be. */
const slotFinder = () => {
  // One array for all look-ups: one for each would be most of its cost.
  let wanted = new Uint8Array(1 << 8);
  return (arrays: StringArrays, string: string): number => {
    if (3 * string.length > wanted.length) wanted = grown(wanted, 3 * string.length);
    return findSlot(arrays, wanted, 0, encode(string, wanted, 0));
  };
};

const findSlot = (
  { offsets, slots, bytes }: StringArrays,
  wanted: Uint8Array,
  begin: number,
  end: number,
): number => {
  const mask = slots.length - 1;
  let slot = hashOf(wanted, begin, end) & mask;
  for (; slots[slot]! > 0; slot = (slot + 1) & mask) {
    const known = offsets[slots[slot]! - 1]!;
    if (offsets[slots[slot]!]! - known !== end - begin) continue;
    let at = 0;
    while (at < end - begin && bytes[known + at] === wanted[begin + at]) at++;
    if (at === end - begin) break;
  }
  return slot;
};

/** FNV-1a, its upper bits mixed into the lower ones, which choose the slot. */
const hashOf = (bytes: Uint8Array, begin: number, end: number): number => {
  let hash = FNV_BASIS;
  for (let at = begin; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** UTF-8 of each UTF-16 unit alone (CESU-8), since UTF-8 proper would lose lone surrogates. Returns where it ends. */
const encode = (string: string, bytes: Uint8Array, begin: number): number => {
  let at = begin;
  for (let i = 0; i < string.length; i++) {
    const unit = string.charCodeAt(i);
    if (unit < 0x80) bytes[at++] = unit;
    else {
      if (unit < 0x800) bytes[at++] = 0xc0 | (unit >> 6);
      else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
};

const decoded = (bytes: Uint8Array, begin: number, end: number): string => {
  let string = '';
  for (let at = begin; at < end; ) {
    const first = bytes[at++]!;
    if (first < 0x80) string += String.fromCharCode(first);
    else if (first < 0xe0) string += String.fromCharCode(((first & 0x1f) << 6) | (bytes[at++]! & 0x3f));
    else {
      const middle = bytes[at++]! & 0x3f;
      string += String.fromCharCode(((first & 0x0f) << 12) | (middle << 6) | (bytes[at++]! & 0x3f));
    }
  }
  return string;
};

/** A copy of an array with room for as many elements as needed, and at least for twice as many as before. */
export const grown = <A extends Uint8Array | Int32Array | Uint32Array>(array: A, needed: number): A => {
  const bigger = new (array.constructor as new (length: number) => A)(Math.max(needed, array.length * 2));
  bigger.set(array);
  return bigger;
};
