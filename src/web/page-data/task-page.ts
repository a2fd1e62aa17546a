import type { Key } from './keys.js';

/** Smallest, mean, median and largest of some counts. */
export interface TextSpread {
  readonly min: number;
  readonly mean: number;
  readonly median?: number | undefined;
  readonly max: number;
}

/** A query with its evidence, as an example of a task. */
export interface TaskExample {
  readonly query: Key;
  readonly id: string;
  readonly text: string;
  readonly answer?: string;
  readonly gold: readonly { readonly id: string; readonly document: Key; readonly text: string }[];
}

/** How hard a query is: what systems with per-query scores got on it. */
export interface QueryDifficulty {
  readonly query: Key;
  readonly id: string;
  /** The first words of the query; empty where its text is not on this machine. */
  readonly preview: string;
  readonly words?: number;
  readonly positives: number;
  readonly bodySystem?: string;
  /** Mean over systems. */
  readonly mean: number;
  readonly best: number;
  readonly bestSystem: Key;
  /** Systems that put at least one relevant document into the measure's cutoff. */
  readonly solvedBy: number;
  readonly systems: number;
}

/** A system's score on a task. */
export interface TaskScore {
  readonly system: Key;
  readonly name: string;
  readonly own: boolean;
  /** Title of the source, for published scores. */
  readonly source?: string;
  readonly score: number;
  readonly interval?: readonly [number, number];
  /** Of own systems: the best of them, one that a paired test over the queries does not tell from it, or one that it does or cannot be paired with it. */
  readonly likeBest?: 'best' | 'alike' | 'told apart';
  /** Queries on which no other own system is better. */
  readonly bestOn?: number;
}

/** A task: what is asked, how hard it is, who wins. */
export interface TaskPage {
  readonly key: Key;
  readonly name: string;
  readonly board: Key;
  readonly suiteTitle: string;
  readonly familyTitle?: string;
  /** What is asked, in a sentence. */
  readonly asks: string;
  readonly sameAs?: string;
  readonly licence?: string;
  /** Repository and revision, or the folder's name. */
  readonly source: string;
  readonly counts: {
    readonly queries: number;
    readonly documents: number;
    readonly uniqueDocuments: number;
    readonly judgements: number;
  };
  readonly positivesPerQuery?: TextSpread;
  /** Lengths in characters. */
  readonly characters?: { readonly query: TextSpread; readonly document: TextSpread };
  readonly notes: readonly string[];
  /** Absent where texts can be shown; else why not, and the command that helps. */
  readonly withoutTexts?: string;
  readonly examples: readonly TaskExample[];
  readonly measure: string;
  /** Queries that own systems are tested on: judged ones. */
  readonly tested: number;
  /** Best first. */
  readonly scores: readonly TaskScore[];
  /** Hardest first; empty without own records. */
  readonly difficulty: readonly QueryDifficulty[];
  /** Keys of queries that no own system solves. */
  readonly unsolved: readonly Key[];
}
