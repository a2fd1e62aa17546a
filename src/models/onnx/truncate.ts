/** How many tokens each of two texts keeps when together they may have `room`: the longer one gives way first. */
export const longestFirst = (first: number, second: number, room: number): readonly [number, number] => {
  if (first + second <= room) return [first, second];
  const shorter = Math.min(first, second);
  // As Hugging Face's tokenizers: where both must be cut, the remaining token goes to the longer text.
  const [less, more] =
    shorter <= room - shorter
      ? [shorter, room - shorter]
      : [Math.floor(room / 2), Math.floor(room / 2) + (room % 2)];
  return first > second ? [more, less] : [less, more];
};

/**
 * The same where only the second text may be cut. Undefined where that would leave nothing of it: Hugging Face's
 * tokenizers refuse such a pair.
 */
export const onlySecond = (
  first: number,
  second: number,
  room: number,
): readonly [number, number] | undefined => {
  if (first + second <= room) return [first, second];
  return first < room ? [first, room - first] : undefined;
};

/** The `keep` tokens that stay when the other side is cut off. */
export const cutTo = (ids: readonly number[], keep: number, cutSide: 'left' | 'right'): readonly number[] => {
  if (ids.length <= keep) return ids;
  return cutSide === 'right' ? ids.slice(0, keep) : ids.slice(ids.length - keep);
};
