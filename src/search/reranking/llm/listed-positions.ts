import type { Tally } from './tally.js';

/**
 * Which of `count` documents, numbered from 1, an answer's numbers name: places from 0, each once, in the answer's order. What
 * is left out of it is counted; undefined when it names none at all.
 */
export const listedPositions = (
  numbers: readonly number[],
  count: number,
  tally: Tally,
): readonly number[] | undefined => {
  const named = new Set<number>();
  for (const number of numbers) {
    const place = number - 1;
    if (!Number.isInteger(place) || place < 0 || place >= count) tally.unknown += 1;
    else if (named.has(place)) tally.repeated += 1;
    else named.add(place);
  }
  if (named.size > 0) return [...named];
  tally.unparsed += 1;
  return undefined;
};

/** Named places first, the others behind them in their old order. */
export const withTheRest = (named: readonly number[], count: number): readonly number[] => {
  const first = new Set(named);
  return [...named, ...Array.from({ length: count }, (_, place) => place).filter((at) => !first.has(at))];
};
