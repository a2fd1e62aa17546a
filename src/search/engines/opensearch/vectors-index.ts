import { docId, type JsonObject, type Tools } from '../../../core/index.js';
import { normReader } from '../../retrieval/index.js';
import { mustHaveVectors } from '../as-loaded.js';
import { collectionName, vectorsKey } from '../collection-key.js';
import type { EngineAbout, LoadOptions } from '../engine.js';
import { dimensionsOf } from '../vector-chunks.js';
import type {
  Graph,
  VectorCandidates,
  VectorIndex,
  VectorRow,
  VectorsRecipe,
  VectorsToLoad,
} from '../vector-index.js';
import { alikeIn, type LoadedVectors, NOTHING_MISSING, type VectorsSummary } from '../vector-rows.js';
import { type AnswerHit, asManyAs } from './answers.js';
import type { Client } from './client.js';
import { factsOf, openCollection, readCollection, type Wanted } from './collection.js';
import { boundOf, comparedByBytes, comparedWith, SOUND, unit, VECTOR, vectorIn } from './compare-vectors.js';
import { loadVectors, vectorFigures } from './load-vectors.js';
import { BARE, type Searches, searchesOf } from './searches.js';
import { mustHaveNoDeleted } from './settle.js';
import { type CodeForm, codeForm } from './vector-codes.js';

/** Candidates come with their vectors: about so many bytes in one answer. */
const BYTES_TOGETHER = 8 << 20;

export const openVectorsIndex = async (
  client: Client,
  about: EngineAbout,
  wanted: VectorsToLoad,
  tools: Tools,
  layout: LoadOptions,
): Promise<VectorIndex> => {
  const { corpus, recipe } = wanted;
  const key = vectorsKey(corpus, recipe);
  const begun = (await readCollection(client, collectionName(key), tools))?.summary as
    | Partial<VectorsSummary>
    | undefined;
  const dimensions = begun?.dimensions ?? (await dimensionsOf(wanted));
  const made = vectorsWanted(key, recipe, dimensions);
  const collection = await openCollection(client, made, about, layout, tools);
  const { name } = collection;
  const { summary, missing }: LoadedVectors = collection.complete
    ? { summary: collection.summary as VectorsSummary, missing: NOTHING_MISSING }
    : await loadVectors(client, collection, wanted, dimensions, tools, layout.part);
  await mustHaveNoDeleted(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  mustHaveVectors(name, await vectorFigures(searches), summary, missing.documents > 0);
  return vectorIndex(searches, summary, {
    facts: factsOf(about, collection, summary.documents),
    missing,
    cosine: recipe.similarity === 'cosine',
    form: formOf(recipe, dimensions),
  });
};

interface Opened extends Pick<VectorIndex, 'facts' | 'missing'> {
  readonly cosine: boolean;
  /** The codes that its graph leads over. */
  readonly form: CodeForm | undefined;
}

const vectorIndex = (
  searches: Searches,
  summary: VectorsSummary,
  { facts, missing, cosine, form }: Opened,
): VectorIndex => {
  const { dimensions, documents, unsound, longest, superseded } = summary;
  const normOf = normReader(dimensions);
  const bound = boundOf(dimensions, cosine ? 1 : longest);
  const alike = alikeIn(summary);
  const compared = (point: readonly number[]): JsonObject =>
    form ? comparedByBytes(point, cosine) : comparedWith(point);
  const hitsOf = (
    queries: readonly JsonObject[],
    depth: number,
  ): Promise<readonly (readonly AnswerHit[])[]> => {
    const together = Math.max(1, Math.floor(BYTES_TOGETHER / (depth * dimensions * 5.4)));
    const bodies = queries.map((query) => ({
      query,
      sort: [{ _score: 'desc' }, { row: 'asc' }, { id: 'asc' }],
      docvalue_fields: VECTOR,
      ...BARE,
    }));
    return searches.hits(bodies, depth, { together, scored: false });
  };
  const rowOf = (hit: AnswerHit): VectorRow => ({
    row: Number(hit.sort[1]),
    id: docId(String(hit.sort[2])),
    vector: vectorIn(hit, dimensions),
  });
  return {
    facts,
    dimensions,
    documents,
    unsound,
    missing,
    superseded: new Set(superseded),
    ...(alike && { alike }),
    candidates: async (queries, depth) => {
      const norms = queries.map(normOf);
      const found = await hitsOf(
        queries.map((query, i) => compared(unit(query, norms[i]!))),
        depth,
      );
      return found.map((hits, i): VectorCandidates => {
        const most = ({ sort }: AnswerHit): number => bound(Number(sort[0])) * (cosine ? 1 : norms[i]!);
        return {
          rows: asManyAs(documents - unsound, hits, depth).map((hit) => ({ ...rowOf(hit), most: most(hit) })),
          unseen: hits.length < depth ? undefined : most(hits.at(-1)!),
        };
      });
    },
    nearest: async (queries, depth, looked) => {
      const points = queries.map((query) => unit(query, normOf(query)));
      const near = (point: readonly number[]): JsonObject => ({
        knn: { vector: { vector: form ? form.of(point)! : point, k: Math.max(depth, looked) } },
      });
      const found = await hitsOf(points.map(near), depth);
      // A graph leads somewhere, and may not lead everywhere; vectors of zeros have no code.
      const least = form && alike === 'all zero' ? 0 : Math.min(1, documents - unsound);
      return found.map((hits) => asManyAs(least, hits, depth).map(rowOf));
    },
    firstRows: async (count, order, of) => {
      const direction = order === 'ascending' ? 'asc' : 'desc';
      const body = {
        query: { bool: { filter: { term: { sound: of === 'sound' } } } },
        sort: [{ id: direction }, { row: 'asc' }],
        ...BARE,
      };
      const [hits] = await searches.hits([body], count, { scored: false });
      const there = asManyAs(of === 'sound' ? documents - unsound : unsound, hits!, count);
      return there.map(({ sort: [id, row] }) => ({ row: Number(row), id: docId(String(id)) }));
    },
    rowsOf: async (ids) => {
      const wanted = [...ids];
      const query = { constant_score: { filter: { bool: { filter: [{ terms: { id: wanted } }, SOUND] } } } };
      const [hits] = await hitsOf([query], wanted.length + superseded.length);
      return hits!.map(rowOf);
    },
  };
};

const vectorsWanted = (key: JsonObject, recipe: VectorsRecipe, dimensions: number): Wanted => ({
  kind: 'vectors',
  key,
  // An index for graphs needs a native library by default; exact search does without, and Lucene's graph too.
  settings: { knn: recipe.graph !== undefined },
  mappings: {
    // Fields come back one by one; the whole document would be stored again.
    _source: { enabled: false },
    properties: { ...FIELDS, vector: { type: 'knn_vector', ...fieldOfVectors(recipe, dimensions) } },
  },
  begun: { dimensions },
  // What a cluster that knows no vectors says names their setting or type.
  fixOf: (reason) =>
    reason.includes('knn')
      ? "install OpenSearch's k-NN plugin on every node; its own packages have it"
      : undefined,
});

const formOf = ({ graph }: VectorsRecipe, dimensions: number): CodeForm | undefined =>
  graph?.codes && codeForm(graph.codes, dimensions);

/** A finished graph has no say in which rows there are: they are the same fields, found in another way. */
const fieldOfVectors = (recipe: VectorsRecipe, dimensions: number): JsonObject => {
  const form = formOf(recipe, dimensions);
  return {
    ...(form?.field ?? { dimension: dimensions }),
    ...(recipe.graph && { method: methodOf(recipe.graph, form?.space ?? 'innerproduct') }),
  };
};

const methodOf = ({ m, efConstruction }: Graph, space: string): JsonObject => ({
  name: 'hnsw',
  engine: 'lucene',
  space_type: space,
  parameters: { m, ef_construction: efConstruction },
});

const FIELDS: JsonObject = {
  id: { type: 'keyword' },
  row: { type: 'integer' },
  hash: { type: 'keyword', index: false },
  sum: { type: 'keyword', index: false },
  /** Whether its vector can be compared. */
  sound: { type: 'boolean' },
  norm: { type: 'double', index: false },
  /** The vector bit by bit: 32-bit floats, little-endian. */
  bytes: { type: 'binary', doc_values: true },
};
