import type { Corpus, DocId, Document, JsonObject } from '../../core/index.js';
import type { MadeVectors, Similarity } from '../retrieval/index.js';

/** How the vectors of a corpus are kept on an engine. Everything here decides what a collection is called. */
export interface VectorsRecipe {
  /** What decides the vectors: the model, what of a document it reads, dimensions kept. */
  readonly vectors: JsonObject;
  readonly similarity: Similarity;
  /** A graph besides, for approximate search. */
  readonly graph?: Graph;
}

/** A graph of near vectors (HNSW). */
export interface Graph {
  readonly m: number;
  /** Vectors that are looked at to find the neighbours of a new one. */
  readonly efConstruction: number;
  /** What it leads over, in place of the vectors. */
  readonly codes?: VectorCodes;
}

/** A byte or a bit for each number of a vector. They compare directions, whatever the similarity is. */
export type VectorCodes = 'byte' | 'binary';

/** A corpus whose vectors are wanted on an engine. */
export interface VectorsToLoad {
  readonly corpus: Corpus;
  readonly recipe: VectorsRecipe;
  /** Makes vectors; asked only for documents that the engine does not have, and for the next ones while it takes the last. */
  of(documents: readonly Document[]): Promise<MadeVectors>;
}

/** A row of the corpus with its vector, bit by bit as it was loaded. */
export interface VectorRow {
  readonly row: number;
  readonly id: DocId;
  readonly vector: Float32Array;
}

/** A row that may belong to a ranking. */
interface BoundedVector extends VectorRow {
  /** The most that its exact score can be, by what the engine gives it. */
  readonly most: number;
}

/** The rows of a query that an engine finds best. */
export interface VectorCandidates {
  readonly rows: readonly BoundedVector[];
  /** The most that a row can score which is not among them; undefined where there is none. */
  readonly unseen: number | undefined;
}

/**
 * Vectors of a corpus on an engine. Every row of the corpus is a document of its own, so repeated ids count as they do in a file. An answer is whole
 * or it is an error.
 */
export interface VectorIndex {
  /** What a record should say: engine, versions, collection, layout. */
  readonly facts: JsonObject;
  readonly dimensions: number;
  /** Rows of the corpus that are there. */
  readonly documents: number;
  /** Rows whose vector has a NaN or an infinity in it. They are kept without it and have no candidates. */
  readonly unsound: number;
  /** Rows that could not be loaded, since they have no vector; the next load tries them again. */
  readonly missing: { readonly documents: number; readonly first: readonly DocId[]; readonly reason: string };
  /** Rows whose id a later row has, which takes their place. */
  readonly superseded: ReadonlySet<number>;
  /** Where the vectors do not tell texts apart. */
  readonly alike?: 'all zero' | 'all the same';
  /** The best rows by the engine's arithmetic, so many of each query. */
  candidates(queries: readonly Float32Array[], depth: number): Promise<readonly VectorCandidates[]>;
  /**
   * The rows that the graph of the recipe leads to, best first; `looked`: vectors that are looked at in each part of the index, at least
   * `depth`. It may miss some of the best.
   */
  nearest(
    queries: readonly Float32Array[],
    depth: number,
    looked: number,
  ): Promise<readonly (readonly VectorRow[])[]>;
  /** The first rows by id, of those with a sound vector or of the others. */
  firstRows(
    count: number,
    order: 'ascending' | 'descending',
    of: 'sound' | 'unsound',
  ): Promise<readonly Omit<VectorRow, 'vector'>[]>;
  /** Rows of these ids that have a vector. */
  rowsOf(ids: readonly DocId[]): Promise<readonly VectorRow[]>;
}
