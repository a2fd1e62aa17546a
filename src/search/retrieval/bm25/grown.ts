/** A copy of an array with room for as many elements as needed, and at least for twice as many as before. */
export const grown = <A extends Uint8Array | Int32Array | Uint32Array>(array: A, needed: number): A => {
  const bigger = new (array.constructor as new (length: number) => A)(Math.max(needed, array.length * 2));
  bigger.set(array);
  return bigger;
};
