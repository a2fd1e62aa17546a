import { docId, type Tools, WorkError } from '../../../core/index.js';
import { errorBound, normReader } from '../../retrieval/index.js';
import { mustHaveVectors } from '../as-loaded.js';
import { collectionName, vectorsKey } from '../collection-key.js';
import type { EngineAbout, LoadOptions } from '../engine.js';
import { eachInLanes } from '../lanes.js';
import { dimensionsOf } from '../vector-chunks.js';
import type { VectorCandidates, VectorIndex, VectorRow, VectorsToLoad } from '../vector-index.js';
import { alikeIn, type LoadedVectors, NOTHING_MISSING, type VectorsSummary } from '../vector-rows.js';
import { CONNECTIONS, type Database, type How, type Row, type Talking } from './client.js';
import { factsOf, openCollection, readCollection } from './collection.js';
import { loadVectors, type VectorsCollection, vectorFigures, vectorsTables } from './load-vectors.js';
import { tooFew } from './terms-index.js';
import { vectorIn } from './vector-bits.js';

/** What pgvector looks at for a query at most. */
const MOST_LOOKED_AT = 1000;

export const openVectorsIndex = async (
  database: Database,
  about: EngineAbout,
  wanted: VectorsToLoad,
  tools: Tools,
  layout: LoadOptions,
): Promise<VectorIndex> => {
  const { corpus, recipe } = wanted;
  const how = await pgvector(database, tools);
  const key = vectorsKey(corpus, recipe);
  const begun = (await readCollection(database, collectionName(key), tools))?.summary as
    | Partial<VectorsSummary>
    | undefined;
  const dimensions = begun?.dimensions ?? (await dimensionsOf(wanted));
  const made = { kind: 'vectors', key, begun: { dimensions }, tables: vectorsTables(dimensions, how.type) };
  const collection: VectorsCollection = { ...(await openCollection(database, made, layout, tools)), how };
  const { summary, missing }: LoadedVectors = collection.complete
    ? { summary: collection.summary as VectorsSummary, missing: NOTHING_MISSING }
    : await loadVectors(database, collection, wanted, dimensions, tools, layout.part);
  const figures = await vectorFigures(database, collection.schema, tools);
  mustHaveVectors(collection.name, figures, summary, missing.documents > 0);
  return vectorIndex(database, collection, summary, tools, {
    facts: factsOf(about, collection, summary.documents),
    missing,
    cosine: recipe.similarity === 'cosine',
  });
};

interface Opened extends Pick<VectorIndex, 'facts' | 'missing'> {
  readonly cosine: boolean;
}

const vectorIndex = (
  database: Database,
  { schema, how }: VectorsCollection,
  summary: VectorsSummary,
  tools: Talking,
  { facts, missing, cosine }: Opened,
): VectorIndex => {
  const { dimensions, documents, unsound, longest, superseded } = summary;
  const normOf = normReader(dimensions);
  const alike = alikeIn(summary);
  const sound = documents - unsound;
  /** How far the server's product, summed in 32-bit floats, is from the exact one at most. */
  const summed = errorBound(dimensions) * (cosine ? 1 : longest);
  const rowOf = (row: Row): VectorRow => ({
    row: Number(row.row),
    id: docId(String(row.id)),
    vector: vectorIn(row, dimensions),
  });
  const unit = (query: Float32Array): string => {
    const norm = normOf(query);
    return `[${Array.from(query, (value) => Math.fround(value / norm)).join(',')}]`;
  };
  return {
    facts,
    dimensions,
    documents,
    unsound,
    missing,
    superseded: new Set(superseded),
    ...(alike && { alike }),
    candidates: (queries, depth) =>
      eachInLanes(queries, CONNECTIONS, async (query): Promise<VectorCandidates> => {
        const rows = await database.ask(
          `select d.row, d.id, d.sum, vector_send(d.vector) as bits, best.score from (
               select row, (vector <#> $1::text::vector) ${cosine ? '/ norm' : ''} as score from ${schema}.documents
               where vector is not null order by score, row limit $2
             ) best join ${schema}.documents d on d.row = best.row order by best.score, d.row`,
          [unit(query), depth],
          tools,
          how,
        );
        if (rows.length < Math.min(sound, depth)) throw tooFew(rows.length, sound);
        const norm = normOf(query);
        const most = ({ score }: Row): number => {
          const product = -Number(score);
          return (product + summed + ROUNDINGS * Math.abs(product)) * (cosine ? 1 : norm);
        };
        return {
          rows: rows.map((row) => ({ ...rowOf(row), most: most(row) })),
          unseen: rows.length < depth ? undefined : most(rows.at(-1)!),
        };
      }),
    nearest: async (queries, depth, looked) => {
      if (Math.max(depth, looked) > MOST_LOOKED_AT)
        throw new WorkError(
          `a graph of pgvector gives ${MOST_LOOKED_AT.toLocaleString('en')} hits at most, not ${Math.max(depth, looked).toLocaleString('en')}`,
          'set efSearch and --top-k to less, or leave hnsw out: search is exact then',
        );
      const settings = {
        ...how.settings,
        enable_seqscan: 'off',
        'hnsw.ef_search': `${Math.max(depth, looked)}`,
      };
      return eachInLanes(queries, CONNECTIONS, async (query) => {
        const rows = await database.ask(
          `select row, id, sum, vector_send(vector) as bits from ${schema}.documents
             order by vector ${cosine ? '<=>' : '<#>'} $1::text::vector limit $2`,
          [unit(query), depth],
          tools,
          { settings },
        );
        // A graph leads somewhere, and may not lead everywhere.
        if (rows.length === 0 && sound > 0) throw tooFew(0, sound);
        return rows.filter(({ bits }) => bits !== null).map(rowOf);
      });
    },
    firstRows: async (count, order, of) => {
      const there = of === 'sound' ? sound : unsound;
      const rows = await database.ask(
        `select row, id from ${schema}.documents where vector is ${of === 'sound' ? 'not ' : ''}null
         order by id ${order === 'ascending' ? 'asc' : 'desc'}, row limit $1`,
        [count],
        tools,
      );
      if (rows.length < Math.min(count, there)) throw tooFew(rows.length, there);
      return rows.map(({ row, id }) => ({ row: Number(row), id: docId(String(id)) }));
    },
    rowsOf: async (ids) => {
      const rows = await database.ask(
        `select row, id, sum, vector_send(vector) as bits from ${schema}.documents
         where id in (select json_array_elements_text($1::text::json)) and vector is not null`,
        [JSON.stringify([...ids])],
        tools,
        how,
      );
      return rows.map(rowOf);
    },
  };
};

/** Of the numbers of a query at length 1, of a length and of a quotient. */
const ROUNDINGS = 4 * 2 ** -24;

/** The extension for vectors, made where it is missing; it may be in a schema of its own. */
const pgvector = async (database: Database, tools: Talking): Promise<How & { readonly type: string }> => {
  const find = () =>
    database.ask(
      "select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'",
      [],
      tools,
    );
  let [found] = await find();
  if (!found) {
    await database.ask('create extension if not exists vector', [], tools).catch((cause: unknown) => {
      throw new WorkError(
        `the database has no pgvector: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}`,
        'install pgvector on the server, and let an administrator run CREATE EXTENSION vector in the database',
        { cause },
      );
    });
    [found] = await find();
  }
  if (!found) throw new WorkError('the database has no pgvector', 'run the same command again');
  return { settings: { search_path: String(found.schema) }, type: `${found.schema}.vector` };
};
