import type { DocId, Hit, JsonObject, Query, Tools } from '../../core/index.js';

/** A document that may be moved, as the first stage left it. */
export interface Candidate {
  readonly docId: DocId;
  readonly text: string;
  /** The first stage's. */
  readonly score: number;
}

/** The head of one query's ranking, best first. */
export interface Candidates {
  readonly query: Query;
  readonly documents: readonly Candidate[];
}

/** What was made of one query's candidates. */
export interface RerankOutput {
  /** The same documents with new scores, in any order; undefined if there is no result, and they keep their order. */
  readonly hits: readonly Hit[] | undefined;
  /** What the model itself said of each candidate, where the scores of `hits` hold more than that, such as the first stage's. */
  readonly modelScores?: readonly (number | undefined)[];
  /** Some of the documents may be left out: they are dropped with the tail, or are before it. */
  readonly short?: true;
}

/** The answers of a language model, in the order of its calls. */
export interface ModelAnswers {
  readonly answers: readonly string[];
  /** Where each document has calls of its own, how many: the first ones are about the first document. */
  readonly perDocument?: number;
}

/** A rerank method with its model open. */
export interface OpenRerankMethod {
  /** One answer per input, in the same order. */
  order(batch: readonly Candidates[]): Promise<readonly RerankOutput[]>;
  /** What a language model answered about one query's candidates, from its kept calls. */
  answers?(candidates: Candidates): Promise<ModelAnswers>;
  /** Calls, failures, tokens, cuts: what a record should keep. */
  readonly facts: JsonObject;
  /** Work that failed, as `failedWork` says it. */
  readonly failed?: JsonObject;
}

/** Whatever puts candidates in order: a scorer of pairs, a language model with windows, groups or sets. */
export interface RerankMethod {
  readonly name: string;
  /** Everything that can change the order, and nothing that cannot. */
  readonly spec: JsonObject;
  open(tools: Tools): Promise<OpenRerankMethod>;
  /** How many queries with this number of candidates its model can be asked about at once. */
  queriesAtOnce?(depth: number): number;
  close?(): Promise<void>;
}

/**
 * `count` falling scores that all stay below the given ones and apart from each other as 32-bit floats, which is what
 * trec_eval compares. The steps are as large as the lowest score needs: compared with 1e9 a step of 1 would vanish.
 */
export const belowAll = (scores: readonly number[], count: number): readonly number[] => {
  const lowest = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const from = Number.isFinite(lowest) ? Math.fround(lowest) : 0;
  const step = Math.max(1, 2 ** (Math.ceil(Math.log2(Math.abs(from) + count + 1)) - 22));
  return Array.from({ length: count }, (_, i) => from - (i + 1) * step);
};
