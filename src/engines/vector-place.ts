import { type DocId, failedWork, type Hit, type JsonObject } from '../core/index.js';
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
import { noVectorProofs, provedVectors } from './proved-vectors.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Keeps the vectors of a dense retriever on an engine. Its rankings and scores are those of exact search in this process: the engine
 * finds candidates, which are scored here again by the same code.
 */
export const vectorPlace = (engine: Engine, layout: LoadOptions = {}): VectorPlace => ({
  open: async ({ plan, key, of }, corpus, tools): Promise<PlacedSearch> => {
    const { name, variant, similarity, rules } = plan;
    const began = tools.now();
    const { truncate } = variant;
    const recipe = {
      vectors: { ...key, ...(truncate !== undefined && { truncate }) },
      similarity,
    };
    const cut = (vector: Float32Array | undefined): Float32Array | undefined =>
      vector?.subarray(0, keptDimensions(name, vector.length, truncate));
    const index = await engine.openVectors(
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
    const rest = rowsAlike(index, rules);
    let searchMilliseconds = 0;
    return {
      get facts() {
        return {
          ...documentFacts(index),
          dimensions,
          bytesPerVector: bytesPerVector(dimensions, variant),
          searchSeconds: searchMilliseconds / 1000,
          engine: { ...index.facts, openSeconds, exact: true },
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
        const found = await provedVectors(
          index,
          asked.map(({ point }) => point),
          { needed: neededFor(rules), similarity },
          proofs,
        );
        const foundOf = new Map(asked.map(({ i }, at) => [i, found[at]!]));
        const ranked = await Promise.all(
          queries.map(async (query, i) => {
            const point = points[i];
            if (!point) return { query, hits: [] };
            const hits: Hit[] = (foundOf.get(i) ?? []).map(({ id, score }) => ({ docId: id, score }));
            return { query, hits: keptHits(query, [...hits, ...(await rest(point))], rules) };
          }),
        );
        searchMilliseconds += tools.now() - searched;
        return ranked;
      },
      vectorsOf: async (ids) => {
        const rows = await index.rowsOf(ids);
        const current = rows.filter(({ row }) => !index.superseded.has(row));
        return new Map(current.map(({ id, vector }) => [id, vector]));
      },
    };
  },
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
    `${name}: ${documents} documents have no vector and are never found: ${first.join(', ')}${more} (${reason})`,
  );
};
