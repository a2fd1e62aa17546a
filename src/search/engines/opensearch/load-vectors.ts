import { type DocId, type JsonObject, random, type Tools, WorkError } from '../../../core/index.js';
import { isSound, normReader, type Similarity } from '../../retrieval/index.js';
import { noteLoaded } from '../load-notes.js';
import { mustBeLoaded, RELOAD, readBack } from '../read-back.js';
import { Refused } from '../refused.js';
import { type Checksum, checksum, hashOf, lineOf, sumOf } from '../row-hash.js';
import { SEED, surveyed } from '../survey.js';
import { type Chunk, MOST_FAILURES, nothingMade, type StoredIn, vectorChunks } from '../vector-chunks.js';
import type { VectorIndex, VectorsToLoad } from '../vector-index.js';
import { fieldOf } from './answers.js';
import type { Client } from './client.js';
import { completeCollection, finishedElsewhere, type OpenCollection } from './collection.js';
import { boundOf, comparedWith, unit, VECTOR, vectorIn } from './compare-vectors.js';
import { loadRows, type Row, refresh } from './load.js';
import { BARE, type Searches, searchesOf, storedRows } from './searches.js';
import { settle } from './settle.js';

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

const NAMED = 3;

/**
 * Loads what is missing of a corpus: vectors of the next documents are made while the last ones are sent. Rows that are there are neither made nor
 * sent again. Then compares what is there with the corpus, row by row. The collection is complete if every document has a vector.
 */
export const loadVectors = async (
  client: Client,
  collection: OpenCollection,
  wanted: VectorsToLoad,
  dimensions: number,
  tools: Tools,
): Promise<LoadedVectors> => {
  const { name } = collection;
  const { corpus, recipe } = wanted;
  const searches = searchesOf(client, name, collection.shards, tools);
  if (collection.found) await refresh(client, name, tools);
  const { total, sample } = await surveyed(corpus, tools);
  const tally: Tally = {
    content: checksum(),
    missing: { documents: 0, first: [], reason: '' },
    differing: { texts: false, vectors: false },
    sampled: new Map([...sample.keys()].map((row) => [row, undefined])),
  };
  const storedIn = collection.found ? sumsIn(searches) : async () => new Map<number, string>();
  const chunks = vectorChunks(wanted, storedIn);
  const rows = rowsOf(chunks, dimensions, recipe.similarity, tally);
  const loaded = await loadRows(client, { name, rows, total, resumed: false }, tools);
  if (!loaded.whole) {
    const summary = (await finishedElsewhere(client, name, tools)) as VectorsSummary;
    return { summary, missing: NOTHING_MISSING };
  }
  await refresh(client, name, tools);
  const { missing, content, differing, sampled } = tally;
  const documents = total - missing.documents;
  const found = await readBack(storedRows(searches, ['hash', 'sum']), documents, tools);
  mustBeLoaded(name, found, { documents, content: content.value });
  await mustHoldVectors(searches, name, dimensions, sampled).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    tools.note(
      `${name}: vectors were not compared, since the cluster does not search exactly (${error.message})`,
    );
  });
  await settle(client, name, tools);
  const { unsound, longest } = await vectorFigures(searches);
  const summary: VectorsSummary = {
    dimensions,
    documents,
    unsound,
    longest,
    checksum: found.content,
    superseded: found.repeated.flatMap((each) => each.slice(0, -1)),
    allTheSame: differing.texts && !differing.vectors,
  };
  // One that lacks a row is searched, with a word about it, and goes on with the next load.
  if (missing.documents === 0) await completeCollection(client, collection, summary, tools);
  noteLoaded(name, loaded, documents, tools);
  return { summary, missing };
};

const sumsIn =
  (searches: Searches): StoredIn =>
  async (first, last) => {
    const query = {
      query: { range: { row: { gte: first, lte: last } } },
      sort: [{ row: 'asc' }],
      docvalue_fields: ['sum'],
      ...BARE,
    };
    const [hits] = await searches.hits([query], last - first + 1, { scored: false });
    return new Map(hits!.map((hit) => [Number(hit.sort[0]), fieldOf(hit, 'sum')]));
  };

interface Tally {
  readonly content: Checksum;
  readonly missing: { documents: number; readonly first: DocId[]; reason: string };
  /** Whether there are two that differ. */
  readonly differing: { texts: boolean; vectors: boolean };
  /** Some rows, with the vectors that are sent; those that were there have none. */
  readonly sampled: Map<number, VectorFields | undefined>;
}

type VectorFields = ReturnType<ReturnType<typeof vectorFields>>;

/**
 * Compares a sample of vectors with what the index holds: bit by bit, and by what the engine makes of them. Its product with some direction, and with
 * the opposite one, bounds ours from both sides.
 */
const mustHoldVectors = async (
  searches: Searches,
  name: string,
  dimensions: number,
  sampled: Tally['sampled'],
): Promise<void> => {
  const rows = [...sampled].flatMap(([row, fields]) =>
    fields && 'vector' in fields ? [{ row, ...fields }] : [],
  );
  if (rows.length === 0) return;
  const next = random(SEED);
  const drawn = Float32Array.from({ length: dimensions }, () => next() - 0.5);
  const direction = unit(drawn, normReader(dimensions)(drawn));
  for (const point of [direction, direction.map((value) => -value)]) {
    const body = {
      query: comparedWith(point, [{ terms: { row: rows.map(({ row }) => row) } }]),
      sort: [{ _score: 'desc' }, { row: 'asc' }],
      docvalue_fields: VECTOR,
      ...BARE,
    };
    const [hits] = await searches.hits([body], rows.length, { scored: false });
    const there = new Map(hits!.map((hit) => [Number(hit.sort[1]), hit]));
    for (const { row, sum, vector } of rows) {
      const hit = there.get(row);
      const product = vector.reduce((total, value, i) => total + value * point[i]!, 0);
      const isHeld =
        hit &&
        fieldOf(hit, 'sum') === sum &&
        product <= boundOf(dimensions, Math.hypot(...vector))(Number(hit.sort[0]));
      if (isHeld && vectorIn(hit, dimensions)) continue;
      throw new WorkError(`${name} is not the corpus: the vector of row ${row} is not what was sent`, RELOAD);
    }
  }
};

async function* rowsOf(
  chunks: AsyncIterable<Chunk>,
  dimensions: number,
  similarity: Similarity,
  { content, missing, differing, sampled }: Tally,
): AsyncGenerator<Row> {
  const fieldsOf = vectorFields(dimensions, similarity);
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
      yield { row, json: fields && JSON.stringify({ id, row, hash, ...fields }) };
    }
}

/** Digits that tell any two 32-bit floats apart as far as candidates need it: the bytes are exact. */
const DIGITS = 8;

/** The fields that hold a vector. For cosine it is compared at length 1, so that a product is the cosine. */
const vectorFields = (dimensions: number, similarity: Similarity) => {
  const normOf = normReader(dimensions);
  return (vector: Float32Array) => {
    if (vector.length !== dimensions)
      throw new WorkError(
        `the embedder gave a vector of ${vector.length} dimensions among vectors of ${dimensions}`,
      );
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const exact = { sum: sumOf(bytes), bytes: bytes.toString('base64') };
    if (!isSound(vector)) return { ...exact, sound: false };
    const norm = normOf(vector);
    const divisor = similarity === 'cosine' ? norm : 1;
    const compared = Array.from(vector, (value) => Number((value / divisor).toPrecision(DIGITS)));
    return { ...exact, sound: true, norm, vector: compared };
  };
};

interface VectorFigures {
  readonly documents: number;
  readonly unsound: number;
  readonly longest: number;
  readonly rows: number;
}

export const vectorFigures = async (searches: Searches): Promise<VectorFigures> => {
  const [answer] = await searches.all(
    [
      {
        size: 0,
        track_total_hits: true,
        aggs: {
          rows: { sum: { field: 'row' } },
          longest: { max: { field: 'norm' } },
          unsound: { filter: { term: { sound: false } } },
        },
      },
    ],
    { scored: false },
  );
  const { rows, longest, unsound } = answer!.aggregations as Aggregations;
  if (answer!.total === undefined || !rows || !longest || !unsound)
    throw new WorkError('the cluster told no figures of vectors');
  // Where no vector is sound there is no longest one.
  return {
    documents: answer!.total,
    unsound: unsound.doc_count,
    longest: longest.value ?? 0,
    rows: rows.value,
  };
};

interface Aggregations {
  readonly rows?: { readonly value: number };
  readonly longest?: { readonly value: number | null };
  readonly unsound?: { readonly doc_count: number };
}
