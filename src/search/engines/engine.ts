import type { Corpus, DocId, Json, JsonObject, Shard, Tools } from '../../core/index.js';
import type { DocumentText } from '../retrieval/index.js';
import type { VectorCodes, VectorIndex, VectorsToLoad } from './vector-index.js';

/**
 * A search engine that holds corpora and answers queries over them, on one machine or many. An engine is one folder here and one
 * line in `engines.ts`; `test/conformance/engine.ts` is what it has to pass.
 */
export interface Engine {
  /** The name in `--engine NAME:URL`. */
  readonly name: string;
  /** Where it is, without secrets. */
  readonly addresses: readonly string[];
  /** What answers there; refuses a program or version whose scores are not known to be exact. */
  about(): Promise<EngineAbout>;
  /** The terms of a corpus, ready for BM25. Loads what is not there, and checks it whole. */
  openTerms(corpus: Corpus, recipe: TermsRecipe, tools: Tools, options?: LoadOptions): Promise<TermsIndex>;
  /** The vectors of a corpus, ready for dense search; an engine without it has terms only. Loads what is not there, and checks it whole. */
  openVectors?(wanted: VectorsToLoad, tools: Tools, options?: LoadOptions): Promise<VectorIndex>;
  /** The codes that its graphs can lead over; missing where there are none. */
  readonly codes?: readonly VectorCodes[];
  /** Queries that an approximate search repeats exactly, where the call says how many. */
  readonly sample?: number | undefined;
  /** How it is: health, what its nodes have left, what it holds. */
  status(): Promise<EngineStatus>;
  /** Every collection that r2med made here, finished or not; never what belongs to others. */
  collections(): Promise<readonly Collection[]>;
  /** Deletes one collection. Refuses what r2med did not make. */
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** How an engine is opened. */
export interface EngineOptions {
  /** How often a request is tried before it fails; by default so often that a cluster has minutes to come back. */
  readonly tries?: number;
  /** How long one answer may take; 120 seconds by default. */
  readonly timeoutSeconds?: number;
  /** Queries that an approximate search repeats exactly, to say its recall; 50 by default. */
  readonly sample?: number;
}

/** How an engine is, for people who look after it. */
export interface EngineStatus {
  readonly about: EngineAbout;
  /** `green`: all copies of all shards; `yellow`: one of each; `red`: a part is missing. */
  readonly health: string;
  readonly nodes: readonly EngineNode[];
  readonly collections: readonly Collection[];
  /** Indexes that r2med did not make. They are counted and never read. */
  readonly foreign: number;
}

/** What a node has and has left. */
export interface EngineNode {
  readonly name: string;
  /** It holds documents. */
  readonly data: boolean;
  /** Where the engine can tell. */
  readonly diskBytes?: number;
  readonly diskFreeBytes?: number;
  /** Of an engine that runs in a Java virtual machine. */
  readonly heapBytes?: number;
  readonly heapUsedBytes?: number;
}

/** What an engine says of itself. */
export interface EngineAbout {
  readonly engine: string;
  readonly version: string;
  /** Version of Lucene, where that is inside it. */
  readonly lucene?: string;
  /** Version of pgvector, where that is inside it. */
  readonly pgvector?: string;
  readonly cluster: string;
  /** Nodes that hold data. */
  readonly dataNodes: number;
}

/** How a corpus becomes terms, and which BM25 the engine has to compute over them. */
export interface TermsRecipe {
  readonly analyzer: { readonly name: string; readonly version: number };
  readonly documentText: DocumentText;
  readonly k1: number;
  readonly b: number;
}

/** How a collection is laid out when it is made; scores do not depend on it. */
export interface LoadOptions {
  /** Default: one per node that holds data. */
  readonly shards?: number;
  /** Default: 1 where there is a second node, else 0. */
  readonly replicas?: number;
  /** Loads one of several parts; others are loaded by other processes. Without it, all that is missing. */
  readonly part?: Shard;
}

/** Thrown in place of an index: the part that was asked for is there, others are not yet. */
export class PartLoaded extends Error {
  override readonly name = 'PartLoaded';
  readonly facts: { readonly index: string; readonly documents: number; readonly total: number };
  constructor(facts: PartLoaded['facts']) {
    super(`${facts.documents} of ${facts.total} documents of ${facts.index} are there`);
    this.facts = facts;
  }
}

/** A collection that r2med made on an engine. */
export interface Collection {
  readonly name: string;
  readonly kind: string;
  /** What it holds: the parts of its name's hash. */
  readonly key: Json;
  /** Loaded to the end, and checked. */
  readonly complete: boolean;
  readonly documents: number;
  /** Deleted documents still count in scores: above 0 it is not searched. */
  readonly deleted: number;
  readonly bytes: number;
  readonly shards: number;
  readonly replicas: number;
  /** `green`: all copies; `yellow`: one of each; `red`: a part is missing. */
  readonly health: string;
}

/** What BM25 asks of a collection as a whole. */
export interface Figures {
  /** Rows of the corpus, empty ones included. */
  readonly documents: number;
  readonly nonEmptyDocuments: number;
  readonly tokens: number;
}

/** What BM25 asks of one term. */
export interface TermFigures {
  readonly documentFrequency: number;
  /** The first row of the corpus that has it. */
  readonly firstRow: number;
}

/** A row of the corpus with a score. */
export interface ScoredRow {
  readonly row: number;
  readonly id: DocId;
  /** A float32. */
  readonly score: number;
}

/** The terms of a query with what each weighs. */
export type Weights = ReadonlyMap<string, number>;

/** A question for candidates, and the terms to count in each of them. */
export interface CandidateQuery {
  readonly weights: Weights;
  readonly counted: readonly string[];
}

/** A row that may belong to a ranking; its score is at least its exact one, up to rounding. */
export interface CandidateRow extends ScoredRow {
  /** Tokens of the document. */
  readonly length: number;
  /** How often it has each of the counted terms, in their order. */
  readonly frequencies: Uint32Array;
}

/**
 * A corpus on an engine as terms. Every row of the corpus is a document of its own, so repeated ids count as they do in a file. An
 * answer is whole or it is an error: nothing here comes from a part of the corpus.
 */
export interface TermsIndex {
  /** What a record should say: engine, versions, collection, layout. */
  readonly facts: JsonObject;
  readonly figures: Figures;
  /** The rows of each id that several rows have, ascending. */
  readonly repeated: readonly (readonly number[])[];
  /** The most terms that a query to the engine may have. */
  readonly mostTerms: number;
  /** Figures of those terms that the corpus has. */
  terms(terms: readonly string[]): Promise<ReadonlyMap<string, TermFigures>>;
  /** Whether `search` can score this query exactly; it must not be asked otherwise. */
  scores(query: Weights): boolean;
  /**
   * The best rows by Lucene's BM25, each query's terms with how often it says them: score descending, then id and row ascending. The
   * scores are exact. Fewer than `depth` rows are all rows that have a term of the query.
   */
  search(queries: readonly Weights[], depth: number): Promise<readonly (readonly ScoredRow[])[]>;
  /**
   * The best rows by the sum of `weight * tf / (tf + norm)`, where norm is at most `k1 * (1 - b + b * length / average length)` and the length is
   * rounded down as Lucene keeps it: by whole lengths, what `bm25-lucene` scores has no bound. Bounds of exact scores, best first. Fewer than `depth` rows are all rows that have a term of the query.
   */
  candidates(
    queries: readonly CandidateQuery[],
    depth: number,
  ): Promise<readonly (readonly CandidateRow[])[]>;
  /** The first rows of the corpus, in its order or by ascending id. */
  firstRows(count: number, by: 'row' | 'id'): Promise<readonly Omit<ScoredRow, 'score'>[]>;
}
