import {
  byRank,
  type Corpus,
  canonicalJson,
  documentIds,
  failedIn,
  failedWork,
  type Hit,
  InputError,
  type JsonObject,
  lexicalText,
  mustBeCached,
  type Query,
  type Ranking,
  type Retriever,
  ranking,
  type Searcher,
  type SearchQuery,
  type Tools,
} from '../../../core/index.js';

/** Settings of a search system as a retriever. */
export interface SearchSystemOptions {
  readonly searcher: Searcher;
  /** Hits requested and kept per query. 100, as R2MED keeps of every ranking. */
  readonly topK?: number;
}

const DEFAULT_TOP_K = 100;

/** At most this number of failures is reported one by one; the record has the count of all. */
const MOST_NOTED = 5;

/**
 * A retriever that lets a search system with a separate index do the work, and takes nothing on trust: a hit that the
 * corpus does not hold fails its query, since leaving it out would lift those below it.
 */
export const searchSystem = ({ searcher, topK = DEFAULT_TOP_K }: SearchSystemOptions): Retriever => {
  if (!Number.isSafeInteger(topK) || topK < 1)
    throw new InputError({
      found: `topK ${topK}`,
      expected: 'a whole number from 1',
      fix: 'write topK: 100',
    });
  return {
    name: searcher.name,
    spec: { retriever: 'search-system', searcher: searcher.spec, topK },
    open: async (corpus, tools) => {
      const known = await documentIds(corpus);
      const failures = failureNotes(tools);
      const before = searcher.calls();
      const store = await cachedRankings(searcher, topK, corpus, tools);
      let cached = 0;
      let reordered = 0;
      const asks: Asks = { queries: 0, found: 0, ordered: 0, equal: 0 };

      const accepted = (query: Query, hits: readonly Hit[]): Ranking => {
        const stranger = hits.find(({ docId }) => !known.has(docId));
        if (stranger) {
          failures.add(query, `document "${stranger.docId}" is not in the corpus`);
          return [];
        }
        if (hits.some((hit, i) => i > 0 && byRank(hits[i - 1]!, hit) > 0)) reordered += 1;
        return ranking(hits);
      };
      return {
        run: async (queries) => {
          const found: Ranking[] = queries.map(() => []);
          const asking = queries.map(asked);
          const stored = await store.read(asking);
          const open = [...stored.keys()].filter((place) => !stored[place]);
          cached += queries.length - open.length;
          for (const [place, hits] of stored.entries())
            if (hits) found[place] = accepted(queries[place]!, hits);
          const missing = open.map((place) => asking[place]!);
          if (missing.length > 0) mustBeCached(tools, () => `answers of ${searcher.name}`);
          for await (const batch of searcher.search(missing, topK, tools)) {
            await store.append(batch.found.map(({ place, hits }) => ({ query: missing[place]!, hits })));
            for (const { place, hits } of batch.found)
              found[open[place]!] = accepted(queries[open[place]!]!, hits);
            for (const { place, reason } of batch.failed) failures.add(queries[open[place]!]!, reason);
          }
          asks.queries += queries.length;
          for (const hits of found) {
            if (hits.length > 0) asks.found += 1;
            if (hits.length > 1) asks.ordered += 1;
            if (hits.length > 1 && hits.every(({ score }) => score === hits[0]!.score)) asks.equal += 1;
          }
          return queries.map((query, i) => ({ query, hits: found[i]! }));
        },
        get facts() {
          const calls = searcher.calls() - before;
          return {
            searchSystem: { calls, cached, ...(reordered > 0 && { reorderedTies: reordered }) },
            ...failures.facts(asks),
          };
        },
      };
    },
    close: () => searcher.close(),
  };
};

/** Nothing else of a query goes out, whatever is in the object. */
const asked = (query: Query): SearchQuery => ({
  id: query.id,
  text: lexicalText(query),
  ...(query.generated?.length && {
    original: query.text,
    generated: query.generated.map(({ text }) => text),
  }),
});

/** What was asked so far: queries, those that found something, those with two hits or more, and those of them with one score for all. */
interface Asks {
  queries: number;
  found: number;
  ordered: number;
  equal: number;
}

const failureNotes = (tools: Tools) => {
  let count = 0;
  let first = '';
  return {
    add: (query: Query, reason: string): void => {
      count += 1;
      if (count === 1) first = `query ${query.id}: ${reason}`;
      if (count <= MOST_NOTED) tools.note(`query ${query.id} has no ranking: ${reason}`);
    },
    facts: ({ queries, found, ordered, equal }: Asks) => {
      // One query may well find nothing; where none of several does, the system does not search this corpus.
      if (count === 0 && found === 0 && queries > 1)
        return failedWork('queries without a hit', queries, 'the search system found nothing for any query');
      return failedIn(
        failedWork('queries without a ranking', count, first),
        equal * 2 > ordered
          ? failedWork('queries of which the search system says nothing', equal, 'one score for all hits')
          : {},
      );
    },
  };
};

/** The rankings of one search system, each stored as it comes and requested once. */
interface CachedRankings {
  /** In the order of the queries; undefined where none is stored. */
  read(queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[] | undefined)[]>;
  append(found: readonly { readonly query: SearchQuery; readonly hits: readonly Hit[] }[]): Promise<void>;
}

/** Goes up when the same ranking would be stored as other bytes. */
const VERSION = 1;

/** A system without a version has nothing stored: its index may be another one today. */
const cachedRankings = async (
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
