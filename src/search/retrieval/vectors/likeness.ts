import type { VectorBytes } from './vector-bytes.js';

/** Whether vectors tell texts apart at all. */
export const likeness = <Vector>({ write, isZero }: VectorBytes<Vector>) => {
  let count = 0;
  let zero = true;
  let same = true;
  let first = new Uint8Array();
  return {
    add: (vector: Vector): void => {
      count++;
      zero &&= isZero(vector);
      if (count === 1) first = write(vector).slice();
      else same &&= isEqual(first, write(vector));
    },
    /** Undefined where two vectors differ, or where there is but one that is not zero. */
    said: () => {
      if (count === 0) return undefined;
      if (zero) return 'all zero';
      return same && count > 1 ? 'all the same' : undefined;
    },
  };
};

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
