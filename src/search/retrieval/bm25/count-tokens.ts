import type { DocumentBlock } from '../../../core/index.js';
import type { ReadTerms } from '../analysis/index.js';
import { growingStrings, grown } from './string-table.js';
import { type Counts, countsFor } from './term-index.js';

/** Texts as parts of one string, which a thread takes sooner than many. */
export type TextRanges = Pick<DocumentBlock, 'text' | 'ranges'>;

/** The tokens of some texts, counted; terms go by the numbers that the counting thread gave them. */
export interface Tokenized {
  readonly lengths: Uint32Array;
  readonly distinct: Uint32Array;
  /** The distinct terms of all texts, one text after the other. */
  readonly terms: Int32Array;
  /** How often each of `terms` occurs in its text. */
  readonly counts: Counts;
  readonly highest: number;
  /** Terms that the thread met here for the first time; their numbers go on where the last ones ended. */
  readonly fresh: readonly string[];
  /** Which text says each of `fresh` first. */
  readonly freshTexts: Uint32Array;
}

export type CountTokens = (texts: TextRanges) => Tokenized;

/** Makes a reader of the terms of texts, with the numbers that `number` gives them. */
export type OpenReader = (number: (term: string) => number) => ReadTerms<number>;

/** Counts the tokens of batches of texts, numbering terms as it meets them. */
export const countTokens = (openReader: OpenReader): CountTokens => {
  const numbers = growingStrings();
  let fresh: string[] = [];
  const read = openReader((term) => {
    const known = numbers.size;
    const number = numbers.add(term);
    if (number === known) fresh.push(term);
    return number;
  });
  let slots = new Int32Array(1 << 14);
  let terms = new Int32Array(1 << 14);
  let counts = new Uint32Array(1 << 14);
  /** Where the terms of this batch end, and where those of this text begin. */
  let size = 0;
  let begin = 0;
  let length = 0;
  let highest = 1;

  const count = (term: number): void => {
    length++;
    // A slot left from an earlier text or batch points outside this text or at another term.
    const slot = slots[term]!;
    if (slot >= begin && slot < size && terms[slot] === term) {
      const times = counts[slot]! + 1;
      counts[slot] = times;
      if (times > highest) highest = times;
      return;
    }
    if (term >= slots.length) slots = grown(slots, term + 1);
    if (size === terms.length) {
      terms = grown(terms, size + 1);
      counts = grown(counts, size + 1);
    }
    slots[term] = size;
    terms[size] = term;
    counts[size++] = 1;
  };

  return ({ text: whole, ranges }) => {
    const texts = ranges.length / 2;
    const lengths = new Uint32Array(texts);
    const distinct = new Uint32Array(texts);
    const freshTexts: number[] = [];
    fresh = [];
    size = 0;
    highest = 1;
    for (let text = 0; text < texts; text++) {
      begin = size;
      length = 0;
      read(whole, ranges[2 * text]!, ranges[2 * text + 1]!, count);
      while (freshTexts.length < fresh.length) freshTexts.push(text);
      lengths[text] = length;
      distinct[text] = size - begin;
    }
    const narrow = countsFor(size, highest);
    narrow.set(counts.subarray(0, size));
    return {
      lengths,
      distinct,
      terms: terms.slice(0, size),
      counts: narrow,
      highest,
      fresh,
      freshTexts: Uint32Array.from(freshTexts),
    };
  };
};
