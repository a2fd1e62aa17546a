import { numberList } from './number-list.js';
import { type RunTable, runTable } from './run-table.js';

/** How many of a text's runs of words occur in other texts. */
export interface SharedRuns {
  /** Of the text's runs, repeated ones counted each time. */
  readonly share: number;
  /** The other text in which most of them were seen first, by its number. */
  readonly other: number;
}

/** Finds texts whose runs of words occur in other texts. Texts are numbered from 0 in the order they are added. */
export interface RunIndex {
  /** Adds a text as `wordHashes` gives it, and says whether it is long enough to be looked for. */
  add(hashes: Uint32Array): boolean;
  /** Marks all runs that occur in another text. Numbers of other texts begin with 0. */
  mark(hashes: Uint32Array, other: number): void;
  /** What was marked of a text; nothing if none of its runs was. */
  marked(text: number): SharedRuns | undefined;
  /** Forgets the marks. */
  clear(): void;
}

/** Lengths of runs. */
export interface RunIndexOptions {
  /** Words of a run. A shorter text is one run, of its own length. */
  readonly words: number;
  /** Texts with fewer words are not looked for: they occur by chance. */
  readonly fewestWords: number;
}

/**
 * An index of the runs of words of a collection, against which another one is streamed. Memory: no text is kept; 18 to 23 bytes per
 * distinct run, 4 per run and 8 per text, about 3 kB for a text of 700 characters.
 */
export const runIndex = ({ words, fewestWords }: RunIndexOptions): RunIndex => {
  const tables = new Map<number, RunTable>();
  let marks = new Map<number, Uint32Array>();
  /** By text: the length of its runs, and where their entries end. */
  const lengths = numberList();
  const ends = numberList();
  const entries = numberList();

  const tableOf = (length: number): RunTable => {
    const table = tables.get(length) ?? runTable(length);
    tables.set(length, table);
    return table;
  };
  /** The number of the first other text that has an entry's run, plus 1; 0 without one. */
  const marksOf = (length: number, table: RunTable): Uint32Array => {
    let own = marks.get(length);
    if (!own || own.length < table.size) {
      const longer = new Uint32Array(table.size);
      if (own) longer.set(own);
      own = longer;
      marks.set(length, own);
    }
    return own;
  };

  return {
    add: (hashes) => {
      const length = Math.min(words, hashes.length);
      const isLooked = length >= Math.min(words, fewestWords) && length > 0;
      lengths.push(length);
      if (isLooked) {
        const table = tableOf(length);
        for (let from = 0; from + length <= hashes.length; from++) entries.push(table.add(hashes, from));
      }
      ends.push(entries.length);
      return isLooked;
    },
    mark: (hashes, other) => {
      for (const [length, table] of tables) {
        const own = marksOf(length, table);
        for (let from = 0; from + length <= hashes.length; from++) {
          const entry = table.find(hashes, from);
          if (entry >= 0 && own[entry] === 0) own[entry] = other + 1;
        }
      }
    },
    marked: (text) => {
      const own = marks.get(lengths.at(text));
      const from = text === 0 ? 0 : ends.at(text - 1);
      const to = ends.at(text);
      const others = new Map<number, number>();
      let count = 0;
      for (let i = from; i < to; i++) {
        const mark = own?.[entries.at(i)] ?? 0;
        if (mark === 0) continue;
        count += 1;
        others.set(mark - 1, (others.get(mark - 1) ?? 0) + 1);
      }
      if (count === 0) return undefined;
      const [other] = [...others].reduce((best, each) => (each[1] > best[1] ? each : best));
      return { share: count / (to - from), other };
    },
    clear: () => {
      marks = new Map();
    },
  };
};
