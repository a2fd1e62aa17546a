import { type JsonObject, random, type Shard, type Tools, WorkError } from '../../../core/index.js';
import { isSound, normReader, type Similarity } from '../../retrieval/index.js';
import { noteLoaded } from '../load-notes.js';
import { mustHaveAllParts, rowsOfPart } from '../part-rows.js';
import { mustBeLoaded, RELOAD, readBack } from '../read-back.js';
import { Refused } from '../refused.js';
import { sumOf } from '../row-hash.js';
import { SEED, surveyed } from '../survey.js';
import { type StoredIn, vectorChunks } from '../vector-chunks.js';
import type { VectorsToLoad } from '../vector-index.js';
import {
  type LoadedVectors,
  mustHaveDimensions,
  NOTHING_MISSING,
  newTally,
  type TalliedRow,
  type Tally,
  talliedRows,
  type VectorsSummary,
} from '../vector-rows.js';
import { fieldOf } from './answers.js';
import type { Client } from './client.js';
import { completeCollection, documentsIn, finishedElsewhere, type OpenCollection } from './collection.js';
import { boundOf, comparedWith, unit, VECTOR, vectorIn } from './compare-vectors.js';
import { loadRows, type Row, refresh } from './load.js';
import { BARE, type Searches, searchesOf, storedRows } from './searches.js';
import { settle } from './settle.js';
import { type CodeForm, codeForm, comparedCodes } from './vector-codes.js';

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
  part?: Shard,
): Promise<LoadedVectors> => {
  const { name } = collection;
  const { corpus, recipe } = wanted;
  const searches = searchesOf(client, name, collection.shards, tools);
  if (collection.found) await refresh(client, name, tools);
  const { total, sample } = await surveyed(corpus, tools);
  const tally = newTally<VectorFields>(sample.keys());
  const form = recipe.graph?.codes && codeForm(recipe.graph.codes, dimensions);
  const fieldsOf = vectorFields(dimensions, recipe.similarity, form);
  const storedIn = collection.found || part ? sumsIn(searches) : async () => new Map<number, string>();
  if (part) {
    const range = rowsOfPart(total, part);
    const own = talliedRows(vectorChunks(wanted, storedIn, range), fieldsOf, newTally([]));
    await loadRows(client, { name, rows: sent(own), total: range.to - range.from, resumed: false }, tools);
    await refresh(client, name, tools);
    await mustHaveAllParts(name, total, () => documentsIn(client, name, tools));
  }
  const chunks = vectorChunks(wanted, storedIn);
  const rows = sent(talliedRows(chunks, fieldsOf, tally));
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
  await mustHoldVectors(searches, name, { dimensions, form }, sampled).catch((error: unknown) => {
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

type VectorFields = ReturnType<ReturnType<typeof vectorFields>>;

/**
 * Compares a sample of vectors with what the index holds: bit by bit, and by what the engine makes of them. Its product with some direction, and with
 * the opposite one, bounds ours from both sides.
 */
const mustHoldVectors = async (
  searches: Searches,
  name: string,
  { dimensions, form }: { readonly dimensions: number; readonly form: CodeForm | undefined },
  sampled: Tally<VectorFields>['sampled'],
): Promise<void> => {
  const rows = [...sampled].flatMap(([row, fields]) =>
    fields && 'vector' in fields ? [{ row, ...fields }] : [],
  );
  if (rows.length === 0) return;
  const filter = [{ terms: { row: rows.map(({ row }) => row) } }];
  for (const { query, holds } of form
    ? [codeComparison(form, dimensions, filter)]
    : vectorComparisons(dimensions, filter)) {
    const body = { query, sort: [{ _score: 'desc' }, { row: 'asc' }], docvalue_fields: VECTOR, ...BARE };
    const [hits] = await searches.hits([body], rows.length, { scored: false });
    const there = new Map(hits!.map((hit) => [Number(hit.sort[1]), hit]));
    for (const { row, sum, vector } of rows) {
      const hit = there.get(row);
      const isHeld = hit && fieldOf(hit, 'sum') === sum && holds(vector, Number(hit.sort[0]));
      if (isHeld && vectorIn(hit, dimensions)) continue;
      throw new WorkError(`${name} is not the corpus: the vector of row ${row} is not what was sent`, RELOAD);
    }
  }
};

/** A search whose scores tell whether the index holds what was sent. */
interface Comparison {
  readonly query: JsonObject;
  holds(vector: readonly number[], score: number): boolean;
}

const drawnDirection = (dimensions: number): readonly number[] => {
  const next = random(SEED);
  const drawn = Float32Array.from({ length: dimensions }, () => next() - 0.5);
  return unit(drawn, normReader(dimensions)(drawn));
};

const vectorComparisons = (dimensions: number, filter: readonly JsonObject[]): readonly Comparison[] => {
  const direction = drawnDirection(dimensions);
  return [direction, direction.map((value) => -value)].map((point) => ({
    query: comparedWith(point, filter),
    holds: (vector, score) => {
      const product = vector.reduce((total, value, i) => total + value * point[i]!, 0);
      return product <= boundOf(dimensions, Math.hypot(...vector))(score);
    },
  }));
};

/** Codes are whole numbers: their scores are known but for the rounding of the engine. */
const codeComparison = (form: CodeForm, dimensions: number, filter: readonly JsonObject[]): Comparison => {
  const code = form.of(drawnDirection(dimensions))!;
  return {
    query: comparedCodes(code, form, filter),
    holds: (vector, score) => Math.abs(form.score(code, vector) - score) <= 1e-5,
  };
};

const sent = async function* (rows: AsyncIterable<TalliedRow<VectorFields>>): AsyncGenerator<Row> {
  for await (const { row, id, hash, fields } of rows)
    yield { row, json: fields && JSON.stringify({ id, row, hash, ...fields }) };
};

/** Digits that tell any two 32-bit floats apart as far as candidates need it: the bytes are exact. */
const DIGITS = 8;

/** The fields that hold a vector. For cosine it is compared at length 1, so that a product is the cosine; a code of it where a form is given. */
const vectorFields = (dimensions: number, similarity: Similarity, form: CodeForm | undefined) => {
  const normOf = normReader(dimensions);
  return (vector: Float32Array) => {
    mustHaveDimensions(vector, dimensions);
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const exact = { sum: sumOf(bytes), bytes: bytes.toString('base64') };
    if (!isSound(vector)) return { ...exact, sound: false };
    const norm = normOf(vector);
    if (form) {
      const code = form.of(vector);
      return code ? { ...exact, sound: true, norm, vector: code } : { ...exact, sound: true, norm };
    }
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
