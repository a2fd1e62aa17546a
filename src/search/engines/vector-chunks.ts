import { type Corpus, WorkError } from '../../core/index.js';
import { type NumberedDocument, numberedRows, type RowRange } from './part-rows.js';
import type { VectorsToLoad } from './vector-index.js';

/** Documents whose vectors are made together: enough to fill the batches of a model, few enough to hold twice. */
const CHUNK = 2048;
/** Documents that are tried to learn how many dimensions vectors have. */
const FIRST = 64;
/** So many failures in a row are the model's, not the texts'. */
export const MOST_FAILURES = 1000;

/** A document with its vector, or with the hash of the one that is there; neither where none could be made. */
interface VectorDocument extends NumberedDocument {
  readonly vector: Float32Array | undefined;
  readonly stored: string | undefined;
}

/** Documents in their order, and why the first without a vector has none. */
export interface Chunk {
  readonly documents: readonly VectorDocument[];
  readonly reason: string;
}

/** The hashes of the vectors that are there, of a range of rows. */
export type StoredIn = (first: number, last: number) => Promise<ReadonlyMap<number, string>>;

/** A corpus with its vectors, in order. Vectors of the next documents are made while the last ones are used. */
export const vectorChunks = (
  wanted: VectorsToLoad,
  storedIn: StoredIn,
  range?: RowRange,
): AsyncGenerator<Chunk> => ahead(chunksOf(wanted, storedIn, range));

async function* chunksOf(
  { corpus, of }: VectorsToLoad,
  storedIn: StoredIn,
  range: RowRange | undefined,
): AsyncGenerator<Chunk> {
  for await (const documents of inGroups(corpus, CHUNK, range)) {
    const stored = await storedIn(documents[0]!.row, documents.at(-1)!.row);
    const lacking = documents.filter(({ row }) => !stored.has(row));
    const { vectors, reason = '' } = await of(lacking.map(({ document }) => document));
    const made = new Map(lacking.map(({ row }, i) => [row, vectors[i]]));
    yield {
      documents: documents.map((each) => ({
        ...each,
        vector: made.get(each.row),
        stored: stored.get(each.row),
      })),
      reason,
    };
  }
}

async function* inGroups(
  corpus: Corpus,
  size: number,
  range?: RowRange,
): AsyncGenerator<readonly NumberedDocument[]> {
  let group: NumberedDocument[] = [];
  for await (const each of numberedRows(corpus, range)) {
    group.push(each);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Asks for the next item before the last one is used, so that both go on at once. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // A failure is reported when this item has been used.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}

/** How many dimensions vectors have, from the first document that has one. */
export const dimensionsOf = async ({ corpus, of }: VectorsToLoad): Promise<number> => {
  let tried = 0;
  let why = 'the corpus has no documents';
  for await (const documents of inGroups(corpus, FIRST)) {
    const { vectors, reason = '' } = await of(documents.map(({ document }) => document));
    const vector = vectors.find((each) => each !== undefined);
    if (vector) return vector.length;
    tried += documents.length;
    why = reason;
    if (tried >= MOST_FAILURES) break;
  }
  throw nothingMade(tried, why);
};

export const nothingMade = (documents: number, reason: string): WorkError =>
  new WorkError(
    `none of ${documents.toLocaleString('en')} documents in a row has a vector: ${reason}`,
    'correct the model, then run the same command again: what was loaded stays',
  );
