import { grown } from './grown.js';
import { type Counts, countsFor } from './term-index.js';

/** The tokens of some texts, counted; terms go by the numbers that the counting thread gave them. */
export interface Tokenized {
  /** Tokens of each text. */
  readonly lengths: Uint32Array;
  /** Distinct terms of each text. */
  readonly distinct: Uint32Array;
  /** The distinct terms of all texts, one text after the other. */
  readonly terms: Int32Array;
  /** How often each of `terms` occurs in its text. */
  readonly counts: Counts;
  /** The highest of `counts`. */
  readonly highest: number;
  /** Terms that the thread met here for the first time; their numbers go on where the last ones ended. */
  readonly fresh: readonly string[];
  /** Which text says each of `fresh` first. */
  readonly freshTexts: Uint32Array;
}

export type CountTokens = (texts: readonly string[]) => Tokenized;

/** Counts the tokens of batches of texts, numbering terms as it meets them. */
export const countTokens = (analyze: (text: string) => readonly string[]): CountTokens => {
  const numbers = new Map<string, number>();
  let slots = new Int32Array(1 << 14);
  let terms = new Int32Array(1 << 14);
  let counts = new Uint32Array(1 << 14);

  return (texts) => {
    const lengths = new Uint32Array(texts.length);
    const distinct = new Uint32Array(texts.length);
    const fresh: string[] = [];
    const freshTexts: number[] = [];
    let size = 0;
    let highest = 1;
    for (let text = 0; text < texts.length; text++) {
      const tokens = analyze(texts[text]!);
      const begin = size;
      if (size + tokens.length > terms.length) {
        terms = grown(terms, size + tokens.length);
        counts = grown(counts, size + tokens.length);
      }
      for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i]!;
        let term = numbers.get(token);
        if (term === undefined) {
          term = numbers.size;
          numbers.set(token, term);
          fresh.push(token);
          freshTexts.push(text);
          if (term >= slots.length) slots = grown(slots, term + 1);
        }
        // A slot left from an earlier text or batch points outside this text or at another term.
        const slot = slots[term]!;
        if (slot >= begin && slot < size && terms[slot] === term) {
          const count = counts[slot]! + 1;
          counts[slot] = count;
          if (count > highest) highest = count;
        } else {
          slots[term] = size;
          terms[size] = term;
          counts[size++] = 1;
        }
      }
      lengths[text] = tokens.length;
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
