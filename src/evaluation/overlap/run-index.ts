import { numberList } from './number-list.js';
import { type RunTable, runTable } from './run-table.js';

/** A text that shares runs of words with another. */
export interface SharedRuns {
  /** The number of the text. */
  readonly text: number;
  /** Which share of its runs occurs there, repeated ones counted each time and stock phrases left out. */
  readonly share: number;
  /** Which share of the runs there occurs in it, stock phrases left out; 0 for a text that is one run, shorter than others. */
  readonly shareThere: number;
  /** How many different runs the two share. */
  readonly runs: number;
}

/** Finds texts whose runs of words occur in other texts. Texts are numbered from 0 in the order they are added. */
export interface RunIndex {
  /** Adds a text as `wordHashes` gives it, and says its number. */
  add(hashes: Uint32Array): number;
  /** The added texts of which some runs occur in a text, by their number. */
  find(hashes: Uint32Array): readonly SharedRuns[];
}

/** Lengths of runs, and which are left out. */
export interface RunIndexOptions {
  /** Words of a run. A shorter text is one run, of its own length. */
  readonly words: number;
  /** Texts with fewer words are never found: they occur by chance. */
  readonly fewestWords: number;
  /** A run that more of the added texts have is a stock phrase, and does not count. */
  readonly mostTexts: number;
}

/** The runs of one length. */
interface Runs {
  readonly table: RunTable;
  /** Texts of every entry: from `starts[entry]` to `starts[entry + 1]`; none for a stock phrase. */
  readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  /** The search that saw an entry last: a run that another text repeats counts once. */
  readonly seen: Uint32Array;
}

/**
 * An index of the runs of words (n-grams) of a collection, in which those of another are looked for, text by text. Memory: no text
 * is kept; 22 to 27 bytes per distinct run, 8 per run and 16 per text, about 4 kB for a text of 700 characters.
 */
export const runIndex = ({ words, fewestWords, mostTexts }: RunIndexOptions): RunIndex => {
  const tables = new Map<number, RunTable>();
  /** By text: the length of its runs, and where their entries end. */
  const lengths = numberList();
  const ends = numberList();
  const entries = numberList();
  let built: { readonly runs: ReadonlyMap<number, Runs>; readonly counted: Uint32Array } | undefined;
  let shared = new Uint32Array(0);
  let different = new Uint32Array(0);
  let search = 0;

  const tableOf = (length: number): RunTable => {
    const table = tables.get(length) ?? runTable(length);
    tables.set(length, table);
    return table;
  };
  /** Calls back for every run of every text, of one length. */
  const eachRun = (length: number, call: (entry: number, text: number) => void): void => {
    for (let text = 0; text < lengths.length; text++)
      if (lengths.at(text) === length)
        for (let i = text === 0 ? 0 : ends.at(text - 1); i < ends.at(text); i++) call(entries.at(i), text);
  };
  const runsOf = (length: number, table: RunTable): Runs => {
    const texts = new Uint32Array(table.size);
    const last = new Uint32Array(table.size);
    const starts = new Uint32Array(table.size + 1);
    eachRun(length, (entry, text) => {
      if (last[entry] !== text + 1) texts[entry]! += 1;
      last[entry] = text + 1;
      starts[entry + 1]! += 1;
    });
    for (let entry = 0; entry < table.size; entry++)
      starts[entry + 1] = starts[entry]! + (texts[entry]! > mostTexts ? 0 : starts[entry + 1]!);
    const owners = new Uint32Array(starts[table.size]!);
    const next = starts.slice();
    eachRun(length, (entry, text) => {
      if (texts[entry]! > mostTexts) return;
      owners[next[entry]!] = text;
      next[entry]! += 1;
    });
    return { table, starts, texts: owners, seen: last.fill(0) };
  };
  const build = () => {
    const runs = new Map([...tables].map(([length, table]) => [length, runsOf(length, table)]));
    /** By text: its runs that are no stock phrases. */
    const counted = new Uint32Array(lengths.length);
    for (const { texts } of runs.values()) for (const text of texts) counted[text]! += 1;
    shared = new Uint32Array(lengths.length);
    different = new Uint32Array(lengths.length);
    search = 0;
    return { runs, counted };
  };

  return {
    add: (hashes) => {
      built = undefined;
      const length = Math.min(words, hashes.length);
      lengths.push(length);
      if (length > 0 && hashes.length >= fewestWords) {
        const table = tableOf(length);
        for (let from = 0; from + length <= hashes.length; from++) entries.push(table.add(hashes, from));
      }
      ends.push(entries.length);
      return lengths.length - 1;
    },
    find: (hashes) => {
      built ??= build();
      search += 1;
      const found: number[] = [];
      let there = 0;
      for (const [length, { table, starts, texts, seen }] of built.runs)
        for (let from = 0; from + length <= hashes.length; from++) {
          const entry = table.find(hashes, from);
          const [first, last] = entry < 0 ? [0, 0] : [starts[entry]!, starts[entry + 1]!];
          const isStock = entry >= 0 && first === last;
          if (isStock || (entry >= 0 && seen[entry] === search)) continue;
          if (length === words) there += 1;
          if (entry < 0) continue;
          seen[entry] = search;
          for (let i = first; i < last; i++) {
            const text = texts[i]!;
            if (shared[text] === 0) found.push(text);
            shared[text]! += 1;
            // The runs of a text are next to each other: one that it repeats is one run.
            if (i === first || text !== texts[i - 1]) different[text]! += 1;
          }
        }
      const { counted } = built;
      return found
        .sort((a, b) => a - b)
        .map((text) => {
          const own = {
            text,
            share: shared[text]! / counted[text]!,
            shareThere: lengths.at(text) === words ? different[text]! / there : 0,
            runs: different[text]!,
          };
          shared[text] = 0;
          different[text] = 0;
          return own;
        });
    },
  };
};
