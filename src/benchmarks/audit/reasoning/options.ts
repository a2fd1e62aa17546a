import {
  type QueryId,
  type Retriever,
  type SettingValues,
  setting,
  settledSettings,
} from '../../../core/index.js';
import type { Expansions } from '../../../tasks/index.js';

/** Numbers that can change a figure; reports state them. */
const SETTINGS = {
  seed: setting.number('seed of random documents and bootstrap draws', 1, {
    expected: 'a whole number from 0',
    holds: (value) => Number.isSafeInteger(value) && value >= 0,
  }),
  randomDocuments: setting.count('random documents for each query', 10),
  hardNegatives: setting.count('top-ranked documents that are not relevant, for each query', 10),
  neighbours: setting.count('nearest documents of a relevant document', 10),
  rareFrequency: setting.count('a term is rare if it is in at most this many documents', 5),
} as const;

/** Vectors in which queries and documents are compared. */
export interface VectorSpace {
  /** As figures name it: `lsa`, `bge`. */
  readonly name: string;
  /** A retriever over these vectors that returns at most `topK` documents; it is asked for all. Each is closed after its use. */
  retriever(topK: number): Retriever | Promise<Retriever>;
}

/** Texts that were generated for the queries, by one method and model. */
export interface GeneratedTexts {
  /** As figures name it: `hyde/gpt4`. */
  readonly name: string;
  readonly texts: ReadonlyMap<QueryId, string>;
}

/** The scores of one system by one measure, query by query. */
export interface SystemQueryScores {
  readonly system: string;
  readonly measure: string;
  readonly scores: ReadonlyMap<QueryId, number>;
}

/** What the figures are computed with; everything has a default. */
export interface ReasoningOptions extends SettingValues<typeof SETTINGS> {
  /** Analyzer of the token sets and of BM25, as `analyze` names it: `lucene-english` by default. */
  readonly analyzer?: string;
  /** None by default. `lsa` needs no model: `{ name: 'lsa', retriever: (topK) => lsa({ topK }) }`. */
  readonly spaces?: readonly VectorSpace[];
  readonly generated?: readonly GeneratedTexts[];
  /** The user's table of abbreviations and synonyms. */
  readonly expansions?: Expansions;
  readonly systems?: readonly SystemQueryScores[];
}

export type Settled = Required<Omit<ReasoningOptions, 'expansions'>> & Pick<ReasoningOptions, 'expansions'>;

export const settledOptions = (options: ReasoningOptions): Settled => {
  const {
    analyzer = 'lucene-english',
    spaces = [],
    generated = [],
    systems = [],
    expansions,
    ...numbers
  } = options;
  return {
    ...settledSettings('lexical gap', SETTINGS, numbers),
    analyzer,
    spaces,
    generated,
    systems,
    ...(expansions && { expansions }),
  };
};
