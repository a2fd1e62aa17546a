import { type Shard, type Tools, WorkError } from '../../../core/index.js';
import { isSound, normReader } from '../../retrieval/index.js';
import { isNotWhatWasSent } from '../counted-corpus.js';
import { inLanes } from '../lanes.js';
import { loadMeter, noteLoaded } from '../load-notes.js';
import { mustHaveAllParts, rowsOfPart } from '../part-rows.js';
import { mustBeLoaded, readBack } from '../read-back.js';
import { sumOf } from '../row-hash.js';
import { surveyed } from '../survey.js';
import { type StoredIn, vectorChunks } from '../vector-chunks.js';
import type { Graph, VectorsRecipe, VectorsToLoad } from '../vector-index.js';
import {
  type LoadedVectors,
  mustHaveDimensions,
  NOTHING_MISSING,
  newTally,
  type TalliedRow,
  talliedRows,
  type VectorsSummary,
} from '../vector-rows.js';
import { Closed, type Database, type How, type Talking } from './client.js';
import { completeCollection, documentsIn, finishedElsewhere, type OpenCollection } from './collection.js';
import { storedRows } from './load-terms.js';
import { vectorIn } from './vector-bits.js';

/** Documents, and about so many numbers, in one statement. */
const BATCH_ROWS = 1000;
const BATCH_NUMBERS = 256 << 10;
const LANES = 2;
/** A product with a longer one does not fit into a 32-bit float. */
const LONGEST = 1e37;

/** A vector is stored once, as the 32-bit floats it has; none where one of its numbers is not finite. */
export const vectorsTables =
  (dimensions: number, type: string) =>
  (schema: string): string =>
    `
  create table ${schema}.documents (row int primary key, id text collate "C" not null, hash text not null,
    sum text not null, norm float8, vector ${type}(${dimensions}));
  alter table ${schema}.documents alter column vector set storage external;`;

/** A collection of vectors, and the settings under which the server knows their type. */
export interface VectorsCollection extends OpenCollection {
  readonly how: How;
}

/**
 * Loads what is missing of a corpus: vectors of the next documents are made while the last ones are sent. Rows that are there are neither made nor
 * sent again. Then compares what is there with the corpus, row by row, and a sample of vectors bit by bit; makes the graph, if one is wanted.
 */
export const loadVectors = async (
  database: Database,
  collection: VectorsCollection,
  wanted: VectorsToLoad,
  dimensions: number,
  tools: Tools,
  part?: Shard,
): Promise<LoadedVectors> => {
  const { name, schema, how } = collection;
  const { corpus, recipe } = wanted;
  const { total, sample } = await surveyed(corpus, tools);
  const tally = newTally<VectorFields>(sample.keys());
  const storedIn: StoredIn = async (first, last) => {
    const rows = await database.ask(
      `select row, sum from ${schema}.documents where row between $1 and $2`,
      [first, last],
      tools,
    );
    return new Map(rows.map(({ row, sum }) => [Number(row), String(sum)]));
  };
  const range = part && rowsOfPart(total, part);
  const meter = loadMeter(name, range ? range.to - range.from : total, tools);
  const load = (counts: typeof tally, only?: typeof range): Promise<void> => {
    const rows = talliedRows(vectorChunks(wanted, storedIn, only), vectorFields(dimensions), counts);
    return inLanes(batchesOf(rows, dimensions), LANES, async (batch) => {
      tools.signal.throwIfAborted();
      const made = await insert(database, collection, batch, tools);
      meter.advance(made, batch.length - made);
    });
  };
  try {
    if (range) {
      await load(newTally([]), range);
      await mustHaveAllParts(name, total, () => documentsIn(database, schema, tools));
    }
    await load(tally);
  } catch (error) {
    if (!(error instanceof Closed)) throw error;
    const summary = (await finishedElsewhere(database, name, tools)) as VectorsSummary;
    return { summary, missing: NOTHING_MISSING };
  } finally {
    meter.done();
  }
  const { missing, content, differing, sampled } = tally;
  const documents = total - missing.documents;
  await database.ask(indexes(schema, recipe), [], tools, { ...how, unlimited: true });
  await database.ask(`analyze ${schema}.documents`, [], tools, { unlimited: true });
  const found = await readBack(storedRows(database, schema, ['hash', 'sum'], tools), documents, tools);
  mustBeLoaded(name, found, { documents, content: content.value });
  await mustHoldVectors(database, collection, dimensions, sampled, tools);
  const { unsound, longest } = await vectorFigures(database, schema, tools);
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
  if (missing.documents === 0) await completeCollection(database, collection, summary, ['documents'], tools);
  noteLoaded(name, meter.counts, documents, tools);
  return { summary, missing };
};

/** Ids are looked up; a graph leads from a vector to near ones. Both are made when all rows are there, which is faster. */
const indexes = (schema: string, { graph, similarity }: VectorsRecipe): string => `do $r2med$ begin
  create index if not exists documents_id on ${schema}.documents (id, row);
  ${graph ? graphIndex(schema, graph, similarity) : ''}
end $r2med$`;

const graphIndex = (
  schema: string,
  { m, efConstruction }: Graph,
  similarity: VectorsRecipe['similarity'],
): string =>
  `create index if not exists documents_graph on ${schema}.documents
     using hnsw (vector vector_${similarity === 'cosine' ? 'cosine' : 'ip'}_ops) with (m = ${m}, ef_construction = ${efConstruction});`;

interface VectorFields {
  readonly sum: string;
  readonly norm: number | null;
  /** As pgvector reads it; nine digits tell any two 32-bit floats apart. */
  readonly vector: string | null;
}

const DIGITS = 9;

const vectorFields = (dimensions: number) => {
  const normOf = normReader(dimensions);
  return (vector: Float32Array): VectorFields => {
    mustHaveDimensions(vector, dimensions);
    const sum = sumOf(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    if (!isSound(vector)) return { sum, norm: null, vector: null };
    const norm = normOf(vector);
    if (norm > LONGEST)
      throw new WorkError(
        `a vector of length ${norm}, which is too long to be compared`,
        'run without --engine',
      );
    const numbers = Array.from(vector, (value) => (Object.is(value, -0) ? '-0' : value.toPrecision(DIGITS)));
    return { sum, norm, vector: `[${numbers.join(',')}]` };
  };
};

type SentRow = TalliedRow<VectorFields>;

async function* batchesOf(
  rows: AsyncIterable<SentRow>,
  dimensions: number,
): AsyncGenerator<readonly SentRow[]> {
  const most = Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_NUMBERS / dimensions)));
  let batch: SentRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How many of these rows were not there. */
const insert = async (
  database: Database,
  { schema, how }: VectorsCollection,
  batch: readonly SentRow[],
  tools: Talking,
): Promise<number> => {
  const unsent = batch.flatMap(({ row, id, hash, fields }) => (fields ? [{ row, id, hash, ...fields }] : []));
  if (unsent.length === 0) return 0;
  const [made] = await database.ask(
    `with made as (insert into ${schema}.documents select x.* from json_to_recordset($1::text::json)
       x(row int, id text, hash text, sum text, norm float8, vector vector) on conflict (row) do nothing returning 1)
     select count(*)::int as rows from made`,
    [JSON.stringify(unsent)],
    tools,
    how,
  );
  return Number(made!.rows);
};

/** Compares a sample of vectors with what the table holds, bit by bit. */
const mustHoldVectors = async (
  database: Database,
  { name, schema, how }: VectorsCollection,
  dimensions: number,
  sampled: ReadonlyMap<number, VectorFields | undefined>,
  tools: Talking,
): Promise<void> => {
  for (const [row, fields] of sampled) {
    if (!fields?.vector) continue;
    const [held] = await database.ask(
      `select norm, sum, vector_send(vector) as bits from ${schema}.documents where row = $1`,
      [row],
      tools,
      how,
    );
    if (held?.norm === fields.norm && held.sum === fields.sum && vectorIn(held, dimensions)) continue;
    throw isNotWhatWasSent(name, row);
  }
};

export const vectorFigures = async (database: Database, schema: string, tools: Talking) => {
  const [found] = await database.ask(
    `select count(*)::float8 as documents, coalesce(sum(row), 0)::float8 as rows, coalesce(max(norm), 0) as longest,
       count(*) filter (where vector is null)::float8 as unsound from ${schema}.documents`,
    [],
    tools,
  );
  const { documents, rows, longest, unsound } = found!;
  return {
    documents: Number(documents),
    rows: Number(rows),
    longest: Number(longest),
    unsound: Number(unsound),
  };
};
