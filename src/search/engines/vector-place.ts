import {
  counted,
  type DocId,
  failedWork,
  type Hit,
  InputError,
  type JsonObject,
  type Ranking,
} from '../../core/index.js';
import {
  bytesPerVector,
  type HitRules,
  isSound,
  keptDimensions,
  keptHits,
  neededFor,
  type PlacedSearch,
  queryPoint,
  SCORE_OF_NAN,
  type VectorPlace,
} from '../retrieval/index.js';
import type { Engine, LoadOptions } from './engine.js';
import { type Hnsw, type HnswOptions, hnswFacts, hnswForm, hnswOf, recallSample, SAMPLE } from './hnsw.js';
import { noVectorProofs, provedVectors, type ScoredVector, scored } from './proved-vectors.js';
import { Refused } from './refused.js';
import type { Graph, VectorIndex, VectorRow } from './vector-index.js';

/**
 * Keeps the vectors of a dense retriever on an engine. Its rankings and scores are those of exact search in this process: the engine
 * finds candidates, which are scored here again by the same code. With `options` of a graph (HNSW) the search is approximate: its name, spec
 * and facts say so, with its recall on some of the queries.
 */
export const vectorPlace = (engine: Engine, layout: LoadOptions = {}, options?: HnswOptions): VectorPlace => {
  if (!engine.openVectors)
    throw new InputError({
      found: `vectors with --engine ${engine.name}`,
      expected: 'an engine that searches vectors',
      fix: 'run without --engine',
    });
  const hnsw = options && hnswOf(options);
  if (hnsw?.codes && !engine.codes?.includes(hnsw.codes))
    throw new InputError({
      found: `codes=${hnsw.codes} with --engine ${engine.name}`,
      expected: 'an engine whose graphs lead over codes: opensearch',
      fix: 'leave codes out, or use --engine opensearch:URL',
    });
  return {
    ...(hnsw && { form: hnswForm(hnsw, engine.name) }),
    open: opener(engine.openVectors, layout, hnsw, engine.sample),
  };
};

const opener =
  (
    openVectors: NonNullable<Engine['openVectors']>,
    layout: LoadOptions,
    hnsw: Hnsw | undefined,
    sample = SAMPLE,
  ): VectorPlace['open'] =>
  async ({ plan, key, of }, corpus, tools): Promise<PlacedSearch> => {
    const { name, variant, similarity, rules } = plan;
    const began = tools.now();
    const { truncate } = variant;
    const recipe = {
      vectors: { ...key, ...(truncate !== undefined && { truncate }) },
      similarity,
      ...(hnsw && { graph: graphOf(hnsw) }),
    };
    const cut = (vector: Float32Array | undefined): Float32Array | undefined =>
      vector?.subarray(0, keptDimensions(name, vector.length, truncate));
    const index = await openVectors(
      {
        corpus,
        recipe,
        of: async (documents) => {
          const made = await of(documents);
          return { ...made, vectors: made.vectors.map(cut) };
        },
      },
      tools,
      layout,
    );
    noteMissing(name, index, tools.note);
    const openSeconds = (tools.now() - began) / 1000;
    const { dimensions } = index;
    const proofs = noVectorProofs();
    const recall = recallSample(sample);
    const needed = neededFor(rules);
    const exactly = (points: readonly Float32Array[]): Promise<readonly (readonly ScoredVector[])[]> =>
      provedVectors(index, points, { needed, similarity }, proofs);
    const byGraph = async (points: readonly Float32Array[], { efSearch, codes, oversample }: Hnsw) => {
      const kept = needed + Math.min(index.superseded.size, needed);
      const depth = codes ? Math.max(kept, Math.min(kept * oversample, MOST_CANDIDATES)) : kept;
      const found = await index.nearest(points, depth, efSearch);
      return Promise.all(found.map((rows, i) => scored(points[i]!, current(rows), similarity)));
    };
    const current = (rows: readonly VectorRow[]): readonly VectorRow[] =>
      rows.filter(({ row }) => !index.superseded.has(row));
    const rest = rowsAlike(index, rules);
    let searchMilliseconds = 0;
    /** Searches those of some queries exactly that are drawn; one that an engine does not allow leaves the result as it is. */
    const measure = async (
      asked: readonly { readonly point: Float32Array; readonly i: number }[],
      hitsOf: (i: number, rows: readonly ScoredVector[]) => Promise<Ranking>,
      ranked: readonly { readonly hits: Ranking }[],
    ): Promise<void> => {
      const places = new Map(asked.map((each) => [recall.place(), each]));
      places.delete(undefined);
      if (places.size === 0) return;
      try {
        const exact = await exactly([...places.values()].map(({ point }) => point));
        for (const [at, [place, { i }]] of [...places].entries())
          recall.add(place!, ranked[i]!.hits, await hitsOf(i, exact[at]!));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        recall.refused(error.message);
      }
      tools.note(recall.said(name));
    };
    return {
      get facts() {
        return {
          ...documentFacts(index),
          dimensions,
          bytesPerVector: bytesPerVector(dimensions, variant),
          searchSeconds: searchMilliseconds / 1000,
          engine: { ...index.facts, openSeconds, exact: !hnsw },
          ...(hnsw && { approximate: { ...hnswFacts(hnsw), sample: recall.facts } }),
          proofs: { ...proofs },
        };
      },
      rank: async (queries, parts) => {
        const points = parts.map((own) => queryPoint(name, own, dimensions, variant));
        tools.signal.throwIfAborted();
        const searched = tools.now();
        const asked = points.flatMap((point, i) =>
          point && isSound(point) && !isZero(point) ? [{ point, i }] : [],
        );
        const wanted = asked.map(({ point }) => point);
        const found = await (hnsw ? byGraph(wanted, hnsw) : exactly(wanted));
        const foundOf = new Map(asked.map(({ i }, at) => [i, found[at]!]));
        const hitsOf = async (i: number, rows: readonly ScoredVector[]): Promise<Ranking> => {
          const hits: Hit[] = rows.map(({ id, score }) => ({ docId: id, score }));
          return keptHits(queries[i]!, [...hits, ...(await rest(points[i]!))], rules);
        };
        const ranked = await Promise.all(
          queries.map(async (query, i) => ({
            query,
            hits: points[i] ? await hitsOf(i, foundOf.get(i) ?? []) : [],
          })),
        );
        searchMilliseconds += tools.now() - searched;
        if (hnsw) await measure(asked, hitsOf, ranked);
        return ranked;
      },
      vectorsOf: async (ids) => {
        const rows = current(await index.rowsOf(ids));
        return new Map(rows.map(({ id, vector }) => [id, vector]));
      },
    };
  };

/** As many as a graph of OpenSearch gives at most. */
const MOST_CANDIDATES = 10_000;

const graphOf = ({ m, efConstruction, codes }: Hnsw): Graph => ({
  m,
  efConstruction,
  ...(codes && { codes }),
});

const isZero = (point: Float32Array): boolean => point.every((value) => value === 0);

/** Rows whose scores need no arithmetic: those without a sound vector, and all where the query has none or one of zeros. */
const rowsAlike = (
  index: VectorIndex,
  rules: HitRules,
): ((point: Float32Array) => Promise<readonly Hit[]>) => {
  const order = rules.ties === 'id-ascending' ? 'ascending' : 'descending';
  const read = async (of: 'sound' | 'unsound'): Promise<readonly DocId[]> => {
    const rows = await index.firstRows(neededFor(rules) + index.superseded.size, order, of);
    return rows.filter(({ row }) => !index.superseded.has(row)).map(({ id }) => id);
  };
  const known = new Map<string, Promise<readonly DocId[]>>();
  const at = async (of: 'sound' | 'unsound', score: number): Promise<readonly Hit[]> => {
    const ids = known.get(of) ?? read(of);
    known.set(of, ids);
    return (await ids).map((docId) => ({ docId, score }));
  };
  return async (point) => [
    ...(isSound(point) ? [] : await at('sound', SCORE_OF_NAN)),
    ...(isZero(point) ? await at('sound', 0) : []),
    ...(index.unsound > 0 ? await at('unsound', SCORE_OF_NAN) : []),
  ];
};

const documentFacts = ({ documents, superseded, missing, alike }: VectorIndex): JsonObject => ({
  documents: documents - superseded.size + missing.documents,
  notEmbedded: missing.documents,
  ...(missing.documents > 0 && { notEmbeddedFirst: [...missing.first] }),
  ...(alike && { documentVectors: alike }),
  ...failedWork('documents without a vector', missing.documents, missing.reason),
});

const noteMissing = (name: string, { missing }: VectorIndex, note: (line: string) => void): void => {
  const { documents, first, reason } = missing;
  if (documents === 0) return;
  const more = documents > first.length ? ', …' : '';
  note(
    `${name}: ${counted(documents, 'document')} without a vector, never found: ${first.join(', ')}${more} (${reason})`,
  );
};
