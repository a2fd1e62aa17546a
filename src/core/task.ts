import type { Corpus } from './corpus.js';
import type { DocId, QueryId } from './ids.js';
import type { JsonObject } from './json.js';
import type { Query } from './query.js';
import type { Exclusions, Judgements } from './ranking.js';
import type { Cache } from './tools.js';

/** What is known of a query besides its text. It may be shown and sliced by, never put into a prompt. */
export interface QueryLabels {
  readonly answer?: string;
  readonly bodySystem?: string;
}

/** What reading a task found that its users should know. */
export interface TaskStatistics {
  readonly queries: number;
  /** Corpus rows. */
  readonly documents: number;
  readonly uniqueDocuments: number;
  readonly judgements: number;
  /** What of the judgements has no document or no query to belong to; absent where all of it has. */
  readonly unjoined?: Unjoined;
  /** Oddities and how they were treated, each a sentence. */
  readonly notes: readonly string[];
}

/** How far judgements do not join the rest of a task. */
export interface Unjoined {
  /** Share of the judged queries that the query file lacks, and of the judged documents that the corpus lacks: from 0 to 1. */
  readonly queries: number;
  readonly documents: number;
  /** Where it is all of one of them: ids of both sides, as a sentence. */
  readonly nothing?: string;
}

/** A corpus with its queries and judgements. */
export interface Task {
  readonly name: string;
  /** The suite it belongs to, or the folder it was read from. */
  readonly suite: string;
  readonly revision: string;
  /** SHA-256 over the content of the task's files. */
  readonly contentHash: string;
  readonly corpus: Corpus;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  readonly labels: ReadonlyMap<QueryId, QueryLabels>;
  /** Where the task has any: documents that are removed from a query's ranking before it is cut and scored. */
  readonly excluded?: Exclusions;
  /** Reads the corpus through, unless the cache knows what came out of that. */
  statistics(cache?: Cache): Promise<TaskStatistics>;
  /** Where a user said which files and columns are what: the words of `--columns`. */
  readonly columns?: string;
  /** Where its files are, and what was generated for it; absent for a task that is not on disk. */
  readonly folder?: string;
  /** Where its judgements were read from, if they have a file. */
  readonly judgementsFile?: string;
  /** The candidate lists published with it, by name; what they hold is read when requested. */
  readonly candidateConfigs?: readonly string[];
  /** A list of documents for each query, best first, without scores. */
  candidates?(config: string): Promise<ReadonlyMap<QueryId, readonly DocId[]>>;
  /** Suite-level facts shown with results: family, licence, source. */
  readonly about: JsonObject;
}
