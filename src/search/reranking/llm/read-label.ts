import type { Tally } from './tally.js';

/** The letters that documents of a set are called by. */
export const LABELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** "Document B", "Passage [B]", `"label": "B"`. */
const NAMED =
  /\b(?:[Dd]ocument|[Pp]assage|[Ll]abel|[Aa]nswer)(?:\sis)?[^\p{L}\p{N}]{1,6}([A-Z])(?![\p{L}\p{N}'’])/u;
/** The label and nothing else but marks. */
const ALONE = /^[^\p{L}\p{N}]{0,9}([A-Za-z])[^\p{L}\p{N}]*$/u;

/**
 * The place in a set of `count` documents whose letter an answer says: alone, or after the word for it, where the first one
 * counts. Undefined, and counted, when there is none or it is not a letter of the set.
 */
export const readLabel = (answer: string, count: number, tally: Tally): number | undefined => {
  const label = (ALONE.exec(answer) ?? NAMED.exec(answer))?.[1]?.toUpperCase();
  if (label === undefined) {
    tally.unparsed += 1;
    return undefined;
  }
  const place = LABELS.indexOf(label);
  if (place < count) return place;
  tally.unknown += 1;
  return undefined;
};
