import {
  type Corpus,
  canonicalJson,
  type Hit,
  type JsonObject,
  type Searcher,
  type SearchQuery,
  type Tools,
} from '../../../core/index.js';

/** The rankings of one search system, each stored as it comes and requested once. */
export interface CachedRankings {
  /** In the order of the queries; undefined where none is stored. */
  read(queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[] | undefined)[]>;
  append(found: readonly { readonly query: SearchQuery; readonly hits: readonly Hit[] }[]): Promise<void>;
}

/** Goes up when the same ranking would be stored as other bytes. */
const VERSION = 1;

/** A system without a version has nothing stored: its index may be another one today. */
export const cachedRankings = async (
  searcher: Searcher,
  topK: number,
  corpus: Corpus,
  tools: Tools,
): Promise<CachedRankings> => {
  if (searcher.version === undefined)
    return { read: async (queries) => queries.map(() => undefined), append: async () => {} };
  const setting = {
    kind: 'rankings',
    version: VERSION,
    searcher: searcher.spec,
    corpus: corpus.key,
    k: topK,
  };
  const items = await tools.items(setting);
  const keyOf = (query: SearchQuery) => items.keyOf(canonicalJson(query as unknown as JsonObject));
  return {
    read: async (queries) => {
      const keys = queries.map(keyOf);
      const stored = new Map<string, readonly Hit[]>();
      await items.read(new Set(keys), (key, bytes) => {
        stored.set(key, fromBytes(bytes));
      });
      return keys.map((key) => stored.get(key));
    },
    append: (found) =>
      items.append(found.map(({ query, hits }) => ({ key: keyOf(query), bytes: toBytes(hits) }))),
  };
};

const toBytes = (hits: readonly Hit[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(hits.map(({ docId, score }) => [docId, score])));

const fromBytes = (bytes: Uint8Array): readonly Hit[] =>
  (JSON.parse(new TextDecoder().decode(bytes)) as [string, number][]).map(([docId, score]) => ({
    docId,
    score,
  }));
