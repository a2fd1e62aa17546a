/** Makes a value at the first call and hands out the same one from then on, whatever later calls are given. */
export const once = <T, Given extends readonly unknown[]>(
  make: (...given: Given) => T,
): ((...given: Given) => T) => {
  let made: { readonly value: T } | undefined;
  return (...given) => {
    made ??= { value: make(...given) };
    return made.value;
  };
};
