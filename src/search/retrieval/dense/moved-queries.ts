import { type DocId, type JsonObject, type Query, withoutExcluded } from '../../../core/index.js';
import type { VectorFeedbackUse } from '../relevance-feedback/index.js';
import type { DenseSearch } from './vector-place.js';

/** Vectors of queries; a query of which a part has none has none. */
interface QueryVectors {
  of(queries: readonly Query[]): Promise<readonly (readonly Float32Array[] | undefined)[]>;
  readonly facts: JsonObject;
}

/** The vectors of queries, moved towards the documents that they find. */
export const movedQueries = (
  asked: QueryVectors,
  { method, excluded }: VectorFeedbackUse,
  search: DenseSearch,
  vectorsById: (ids: readonly DocId[]) => Promise<ReadonlyMap<DocId, Float32Array>>,
): QueryVectors & { readFor(query: Query): readonly string[] } => {
  const read = new WeakMap<Query, readonly DocId[]>();
  return {
    of: async (queries) => {
      const own = await asked.of(queries);
      const lists = (await search.rank(queries, own)).map(({ query, hits }) =>
        withoutExcluded(hits, query.id, excluded)
          .slice(0, method.fbDocs)
          .map(({ docId }) => docId),
      );
      const vectors = await vectorsById([...new Set(lists.flat())]);
      return own.map((parts, i) => {
        if (!parts) return undefined;
        const found = lists[i]!.filter((id) => vectors.has(id));
        read.set(queries[i]!, found);
        return method.move(
          parts,
          found.map((id) => vectors.get(id)!),
        );
      });
    },
    /** The documents that a query was moved towards, by name. */
    readFor: (query) => (read.get(query) ?? []).map((id) => `document ${id}`),
    get facts() {
      return asked.facts;
    },
  };
};
