import { type Corpus, type Document, random, type Tools } from '../../core/index.js';

/** What is drawn by chance is the same in every run. */
export const SEED = 22;
/** Documents that are compared whole with what an engine holds. */
const SAMPLE = 64;

/** A corpus before it is loaded. */
interface Survey {
  /** How many rows will come: the time that is left cannot be estimated without it, and reading is the least of it. */
  readonly total: number;
  /** Some of them by their row, each with the same chance. */
  readonly sample: ReadonlyMap<number, Document>;
}

export const surveyed = async (corpus: Corpus, tools: Tools): Promise<Survey> => {
  const drawn = reservoir<readonly [number, Document]>(SAMPLE);
  let total = 0;
  for await (const batch of corpus.rows()) {
    tools.signal.throwIfAborted();
    for (const document of batch) {
      const place = drawn.place();
      if (place !== undefined) drawn.items[place] = [total, document];
      total += 1;
    }
  }
  return { total, sample: new Map(drawn.items) };
};

/** Draws so many items of any number that come, each with the same chance (Vitter's algorithm R). */
export const reservoir = <T>(size: number) => {
  const next = random(SEED);
  const items: T[] = [];
  let seen = 0;
  return {
    /** The items that are drawn: whoever asked for a place puts one there. */
    items,
    /** How many came. */
    get seen() {
      return seen;
    },
    /** The place of the next item; undefined if it is not drawn. */
    place: (): number | undefined => {
      seen += 1;
      const place = seen <= size ? seen - 1 : Math.floor(next() * seen);
      return place < size ? place : undefined;
    },
  };
};
