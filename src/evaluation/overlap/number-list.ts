/** A list of 32-bit numbers without sign that grows: 4 bytes a number, and up to as much again while it grows. */
export interface NumberList {
  readonly length: number;
  at(index: number): number;
  push(number: number): void;
  pushAll(numbers: Uint32Array): void;
  /** A part of it, valid until the next push. */
  part(from: number, to: number): Uint32Array;
}

/** An empty list. */
export const numberList = (): NumberList => {
  let numbers = new Uint32Array(1024);
  let length = 0;
  const makeRoom = (more: number): void => {
    if (length + more <= numbers.length) return;
    const larger = new Uint32Array(Math.max(length + more, Math.ceil(numbers.length * 1.5)));
    larger.set(numbers);
    numbers = larger;
  };
  return {
    get length() {
      return length;
    },
    at: (index) => numbers[index]!,
    push: (number) => {
      makeRoom(1);
      numbers[length] = number;
      length += 1;
    },
    pushAll: (more) => {
      makeRoom(more.length);
      numbers.set(more, length);
      length += more.length;
    },
    part: (from, to) => numbers.subarray(from, to),
  };
};
