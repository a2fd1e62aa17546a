import {
  type Query,
  type Ranked,
  type Ranking,
  type Retriever,
  type StageExplanation,
  withRanks,
} from '../../core/index.js';
import { explainFused, type FusedList } from './explain-fused.js';
import type { Fusion } from './fusion.js';

const NOTHING: StageExplanation = { scores: new Map() };

/**
 * A retriever that searches with each generated text of a query separately and fuses the hits, where the query asks
 * for that; any other query it passes on as it is. It goes by the name of the retriever it is around: that a
 * query's texts are searched one by one is its rewriter's affair, and is in the spec.
 */
export const searchEach = (
  retriever: Retriever,
  fusion: Fusion,
  /** Hits to keep of a fused ranking; by default as many as the longest of the rankings it is made of. */
  { topK }: { readonly topK?: number } = {},
): Retriever => ({
  name: retriever.name,
  spec: {
    stage: 'search-each',
    retriever: retriever.spec,
    fusion: fusion.spec,
    ...(topK !== undefined && { topK }),
  },
  open: async (corpus, tools) => {
    const inner = await retriever.open(corpus, tools);
    return {
      get facts() {
        return inner.facts;
      },
      run: async (queries) => {
        const searches = queries.map(searchesOf);
        const found = await inner.run(searches.flat());
        const rankings = found.values();
        return queries.map((query, i): Ranked => {
          const own = searches[i]!.map(() => rankings.next().value!.hits);
          return { query, hits: own.length === 1 ? own[0]! : fusion.fuse(own, topK ?? longest(own)) };
        });
      },
      explainHits: async (query, documents, how) => {
        const searches = searchesOf(query);
        if (searches.length === 1) return (await inner.explainHits?.(query, documents, how)) ?? NOTHING;
        const found = await inner.run(searches);
        const lists: FusedList[] = [];
        for (const [i, search] of searches.entries()) {
          const explained = await inner.explainHits?.(search, documents, how);
          const { hits } = found[i]!;
          lists.push({ name: `text ${i + 1}`, hits, explained: explained && withRanks(explained, hits) });
        }
        return explainFused(fusion, lists, documents);
      },
    };
  },
  close: async () => retriever.close?.(),
});

/**
 * One query per generated text, or the query itself. All keep the query's id: a runner answers in order, and some leave out
 * the document that has the query's id.
 */
const searchesOf = (query: Query): readonly Query[] =>
  query.searches === 'each' && query.generated && query.generated.length > 1
    ? query.generated.map((written) => ({ ...query, generated: [written] }))
    : [query];

const longest = (rankings: readonly Ranking[]): number => Math.max(...rankings.map(({ length }) => length));
