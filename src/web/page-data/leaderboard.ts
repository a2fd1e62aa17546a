import type { SystemCost, SystemKind } from '../../analysis/leaderboard/index.js';
import type { Key } from './keys.js';

export interface BoardTask {
  readonly key: Key;
  readonly name: string;
  /** For a column's heading. */
  readonly short: string;
  /** Name of its family, if it has one. */
  readonly family?: string;
  /** Another benchmark's task with the same data. */
  readonly sameAs?: string;
  readonly queries: number;
}

/** A set of tasks whose scores may stand in one table: a suite, or the user's own folders. Never two of them. */
export interface Board {
  readonly key: Key;
  /** `r2med`, `nano`, `sample`, or `own` for folders. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly tasks: readonly BoardTask[];
  /** Family name → title. */
  readonly families: Readonly<Record<string, string>>;
  /** Measures some row has, the usual one first; each has a leaderboard of its own. */
  readonly measures: readonly BoardMeasure[];
  readonly ownSystems: number;
}

export interface BoardMeasure {
  readonly key: Key;
  /** As it parses: `nDCG@10`. */
  readonly name: string;
  /** What must be known to compare it between sources: "found of all relevant, mean over queries". */
  readonly definition?: string;
}

export interface Leaderboard {
  readonly board: Board;
  readonly measure: BoardMeasure;
  /** Names of the tasks that means are over: those that all own systems have, until the reader chooses others. */
  readonly meanOf: readonly string[];
  /** By mean, best first; rows without a mean last. */
  readonly rows: readonly LeaderboardRow[];
}

/** What the mean of an own row is worth, which takes longer to know than the mean. */
export type RowUncertainty = Pick<LeaderboardRow, 'interval' | 'queryWeighted' | 'rankRange' | 'sets'>;

/** The uncertainty of a leaderboard's own rows. */
export interface BoardUncertainty {
  readonly rows: Readonly<Record<Key, RowUncertainty>>;
  /** False where only what is seen first is there yet: asked again, the whole comes. */
  readonly whole: boolean;
}

export interface RowSource {
  /** `own` for records here; else the published table: `r2med-repo`, `r2med-site`, `mteb`, `hakari`, or a paper. */
  readonly name: string;
  readonly title: string;
  /** A family of sources, for the filter. */
  readonly group: 'own' | 'r2med' | 'mteb' | 'papers' | 'hakari';
  /** Where it can be read: project and path, table, revision; plain text, shown and never followed by the page itself. */
  readonly origin?: string;
  /** An https address of the source, if there is one. */
  readonly link?: string;
}

/** Something a reader must know before comparing a row with another. */
export interface Caveat {
  readonly kind: 'retired' | 'differs' | 'repeated' | 'protocol' | 'partial' | 'incomplete' | 'note';
  readonly text: string;
}

interface RowProgress {
  readonly tasksDone: number;
  readonly tasks: number;
  /** What is done now, as the run says it. */
  readonly now?: string;
}

/** A row of the leaderboard: a published system, or the user's records of one. */
export interface LeaderboardRow {
  /** Also the key of the system's page. */
  readonly key: Key;
  readonly name: string;
  readonly source: RowSource;
  readonly kind: SystemKind;
  /** How it was run, where that differs between sources: prompts, length limits, candidates. */
  readonly protocol?: string;
  readonly caveats: readonly Caveat[];
  /** The caveats that a reader must see without asking, in a word or two each: `retired`, `3 of 8 tasks`. */
  readonly marks: readonly string[];
  /** ISO date or month of publication; of an own row the moment of its last record. */
  readonly date?: string;

  /** Place by mean among rows of this board that have one; from 1. */
  readonly rank?: number;
  /** Over the tasks of `meanOf`, each with the same weight; absent when one is missing. */
  readonly mean?: number;
  /** Over all tasks of the board, where only that was published. */
  readonly printedMean?: number;
  /** 95 % bootstrap interval of the mean over queries; only own rows have per-query scores. */
  readonly interval?: readonly [number, number];
  /** Without tasks whose data another benchmark has. */
  readonly withoutBiology?: number;
  readonly queryWeighted?: number;
  /** Mean by family, by its name in `Board.families`. */
  readonly families: Readonly<Record<string, number>>;
  /** By task name. */
  readonly scores: Readonly<Record<string, number>>;
  /** 95 % intervals by task name, where there are per-query scores. */
  readonly intervals: Readonly<Record<string, readonly [number, number]>>;
  /** Scores of results that lack something because work failed; no mean counts them. */
  readonly incomplete: Readonly<Record<string, number>>;
  /** Ranks among own rows that resampled queries give, 95 % of them. */
  readonly rankRange?: readonly [number, number];
  /** Own rows that share one of these are not told apart by a test, all others are; from 0. */
  readonly sets?: readonly number[];

  /** Names of models and methods, as the source says them. */
  readonly retriever?: string;
  readonly reranker?: string;
  readonly llm?: string;
  /** The generation method: hyde, query2doc, … */
  readonly method?: string;
  readonly usesGeneratedText: boolean;
  /** Of the largest model in it, where known. */
  readonly parameters?: number;
  readonly dimensions?: number;
  /** Whether all its models can be downloaded; absent where not known. */
  readonly openWeights?: boolean;
  readonly licences?: readonly string[];
  readonly trainedOn?: readonly string[];
  /** What it took here; published rows do not say. */
  readonly cost?: SystemCost;
  readonly running?: RowProgress;
}
