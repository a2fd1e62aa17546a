import type { Json } from '../../../core/index.js';
import { listedPositions } from './listed-positions.js';
import type { Tally } from './tally.js';

const OPEN = '```json';
const CLOSE = '```';

/**
 * The places that the last json code fence of an answer lists, best first; undefined, and counted, when there is no such fence,
 * or no list in it, or no number of a document in the list.
 */
export const readList = (answer: string, count: number, tally: Tally): readonly number[] | undefined => {
  const listed = parsed(lastFence(answer));
  return listedPositions(Array.isArray(listed) ? listed.map(numberOf) : [], count, tally);
};

const lastFence = (answer: string): string => {
  let last = '';
  for (let from = 0; ; ) {
    const open = answer.indexOf(OPEN, from);
    const close = open < 0 ? -1 : answer.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) return last;
    last = answer.slice(open + OPEN.length, close);
    from = close + CLOSE.length;
  }
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Some models write `"3"` or `"[3]"`. What is not a number is one of no document. */
const numberOf = (item: Json): number => {
  if (typeof item === 'number') return item;
  const digits = typeof item === 'string' ? /^\s*\[?(\d{1,6})\]?\.?\s*$/.exec(item)?.[1] : undefined;
  return digits === undefined ? Number.NaN : Number(digits);
};
