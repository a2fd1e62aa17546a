import { type DocId, type JsonObject, WorkError } from '../../core/index.js';
import { type Checksum, checksum, hashOf, lineOf } from './row-hash.js';
import { type Chunk, MOST_FAILURES, nothingMade } from './vector-chunks.js';
import type { VectorIndex } from './vector-index.js';

export interface VectorsSummary extends JsonObject {
  readonly dimensions: number;
  readonly documents: number;
  readonly unsound: number;
  readonly longest: number;
  /** Of the lines `row TAB id TAB hash TAB sum`, in any order. */
  readonly checksum: string;
  /** Rows whose id a later row has. */
  readonly superseded: readonly number[];
  /** Several texts have one vector. */
  readonly allTheSame: boolean;
}

/** A loaded collection, and the rows that it lacks because they have no vector. */
export interface LoadedVectors {
  readonly summary: VectorsSummary;
  readonly missing: VectorIndex['missing'];
}

export const NOTHING_MISSING: VectorIndex['missing'] = { documents: 0, first: [], reason: '' };

/** How many documents without a vector are named. */
const NAMED = 3;

/** What is counted while the vectors of a corpus are loaded. */
export interface Tally<Fields> {
  readonly content: Checksum;
  readonly missing: { documents: number; readonly first: DocId[]; reason: string };
  /** Whether there are two that differ. */
  readonly differing: { texts: boolean; vectors: boolean };
  /** Some rows, with what is sent of them; those that were there have none. */
  readonly sampled: Map<number, Fields | undefined>;
}

export const newTally = <Fields>(sample: Iterable<number>): Tally<Fields> => ({
  content: checksum(),
  missing: { documents: 0, first: [], reason: '' },
  differing: { texts: false, vectors: false },
  sampled: new Map([...sample].map((row) => [row, undefined])),
});

/** A document with what is sent of its vector; nothing where that is there. */
export interface TalliedRow<Fields> {
  readonly row: number;
  readonly id: DocId;
  readonly hash: string;
  readonly fields: Fields | undefined;
}

export async function* talliedRows<Fields extends { readonly sum: string }>(
  chunks: AsyncIterable<Chunk>,
  fieldsOf: (vector: Float32Array) => Fields,
  { content, missing, differing, sampled }: Tally<Fields>,
): AsyncGenerator<TalliedRow<Fields>> {
  let failures = 0;
  let first: { readonly text: string; readonly sum: string } | undefined;
  for await (const { documents, reason } of chunks)
    for (const { row, document, vector, stored } of documents) {
      if (vector === undefined && stored === undefined) {
        missing.reason ||= reason;
        missing.documents += 1;
        if (missing.first.length < NAMED) missing.first.push(document.id);
        if (++failures === MOST_FAILURES) throw nothingMade(failures, reason);
        continue;
      }
      failures = 0;
      const { id, text } = document;
      const hash = hashOf(document);
      const fields = vector && fieldsOf(vector);
      const sum = stored ?? fields!.sum;
      first ??= { text, sum };
      differing.texts ||= text !== first.text;
      differing.vectors ||= sum !== first.sum;
      content.add(lineOf(row, id, hash, sum));
      if (sampled.has(row)) sampled.set(row, fields);
      yield { row, id, hash, fields };
    }
}

export const mustHaveDimensions = (vector: Float32Array, dimensions: number): void => {
  if (vector.length !== dimensions)
    throw new WorkError(
      `the embedder gave a vector of ${vector.length} dimensions among vectors of ${dimensions}`,
    );
};

/** Vectors that are no longer are zero to exact search. */
const SHORTEST = 1e-12;

/** Where vectors do not tell texts apart. */
export const alikeIn = ({ longest, allTheSame }: VectorsSummary): VectorIndex['alike'] =>
  longest <= SHORTEST ? 'all zero' : allTheSame ? 'all the same' : undefined;
