/** Places of the `count` highest numbers among those that count, highest first; of equal numbers the earlier one first. */
export const highest = (
  numbers: ArrayLike<number>,
  count: number,
  counts: (place: number) => boolean,
): readonly number[] => {
  const best: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place]!;
    // Most numbers end here: the question whether they count is asked of few.
    if (best.length === count && number <= numbers[best.at(-1)!]!) continue;
    if (!counts(place)) continue;
    let at = best.length;
    while (at > 0 && numbers[best[at - 1]!]! < number) at--;
    best.splice(at, 0, place);
    if (best.length > count) best.pop();
  }
  return best;
};
