import { type Corpus, docId, type JsonObject, type Tools, WorkError } from '../../core/index.js';
import type { EngineAbout, LoadOptions, TermFigures, TermsIndex, TermsRecipe } from '../engine.js';
import type { WholeAnswer } from './answers.js';
import { boostFor, luceneIdf } from './boost.js';
import type { Client } from './client.js';
import { openCollection } from './collection.js';
import { loadTerms, type TermsSummary } from './load-terms.js';
import { type Searches, searchesOf } from './searches.js';
import { mustHaveNoDeleted } from './settle.js';
import { termsWanted } from './terms-mapping.js';
import { engineToken } from './tokens.js';

/** What a bool query takes (`indices.query.bool.max_clause_count` is 1,024), with some room. */
const MOST_TERMS = 1000;
/** Candidates come with their tokens: so many of them in one request. */
const CANDIDATES_TOGETHER = 2000;
/** Questions about a term are short. */
const TERMS_TOGETHER = 200;

export const openTermsIndex = async (
  client: Client,
  about: EngineAbout,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
  { shards = about.dataNodes, replicas = about.dataNodes > 1 ? 1 : 0 }: LoadOptions,
): Promise<TermsIndex> => {
  const collection = await openCollection(client, termsWanted(corpus, recipe), { shards, replicas }, tools);
  const { name } = collection;
  const summary = collection.complete
    ? (collection.summary as TermsSummary)
    : await loadTerms(client, collection, corpus, recipe, tools);
  await mustHaveNoDeleted(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  await mustBeWhole(searches, name, summary);
  const { documents, nonEmptyDocuments, tokens, repeated } = summary;
  /** What the engine multiplies a term's weight by besides its idf: 2.x still has the factor of the older formula. */
  const factor = about.version.startsWith('2.') ? Math.fround(1 + Math.fround(recipe.k1)) : 1;
  const known = new Map<string, TermFigures | undefined>();

  const terms: TermsIndex['terms'] = async (wanted) => {
    const asked = [...new Set(wanted)].filter((term) => !known.has(term));
    const answers = await searches.all(asked.map(firstWith), TERMS_TOGETHER);
    asked.forEach((term, i) => {
      known.set(term, termFigures(answers[i]!));
    });
    return new Map(
      wanted.flatMap((term) => {
        const figures = known.get(term);
        return figures ? [[term, figures]] : [];
      }),
    );
  };

  return {
    facts: {
      ...about,
      index: name,
      shards: collection.shards,
      replicas: collection.replicas,
      documents,
    } as JsonObject,
    figures: { documents, nonEmptyDocuments, tokens },
    repeated,
    mostTerms: MOST_TERMS,
    terms,
    search: async (queries, depth) => {
      const bodies = queries.map((weights) => ({
        query: anyOf([...weights].map(([term, times]) => [term, boostFor(times, factor)])),
        sort: [{ _score: 'desc' }, { id: 'asc' }, { row: 'asc' }],
        ...BARE,
      }));
      const found = await searches.hits(bodies, depth);
      return found.map((hits) =>
        hits.map(({ sort: [score, id, row] }) => ({
          row: Number(row),
          id: docId(String(id)),
          score: Math.fround(Number(score)),
        })),
      );
    },
    candidates: async (queries, depth) => {
      const figures = await terms(queries.flatMap(({ weights }) => [...weights.keys()]));
      const boost = (term: string, weight: number): number => {
        const { documentFrequency = 0 } = figures.get(term) ?? {};
        return weight / luceneIdf(nonEmptyDocuments, documentFrequency) / factor;
      };
      const bodies = queries.map(({ weights }) => ({
        query: anyOf([...weights].map(([term, weight]) => [term, boost(term, weight)])),
        sort: [{ _score: 'desc' }, { row: 'asc' }, { id: 'asc' }],
        ...BARE,
        _source: ['length', 'tokens'],
      }));
      const together = Math.max(1, Math.floor(CANDIDATES_TOGETHER / depth));
      const found = await searches.hits(bodies, depth, together);
      return found.map((hits, i) => {
        const places = new Map(queries[i]!.counted.map((term, place) => [engineToken(term), place]));
        return hits.map(({ sort: [score, row, id], source: { length, tokens } }) => ({
          row: Number(row),
          id: docId(String(id)),
          score: Math.fround(Number(score)),
          length: Number(length),
          frequencies: counted(String(tokens), places),
        }));
      });
    },
    firstRows: async (count) => {
      const query = { query: { match_all: {} }, sort: [{ row: 'asc' }, { id: 'asc' }], ...BARE };
      const [hits] = await searches.hits([query], count);
      return hits!.map(({ sort: [row, id] }) => ({ row: Number(row), id: docId(String(id)) }));
    },
  };
};

/** What is found is in the sort values; documents themselves and totals stay where they are. */
const BARE = { _source: false, track_total_hits: false } as const;

const anyOf = (boosts: readonly (readonly [term: string, boost: number])[]): JsonObject => ({
  bool: {
    should: boosts.map(([term, boost]) => ({ term: { tokens: { value: engineToken(term), boost } } })),
    minimum_should_match: 1,
  },
});

const firstWith = (term: string): JsonObject => ({
  query: { bool: { filter: { term: { tokens: engineToken(term) } } } },
  sort: [{ row: 'asc' }],
  size: 1,
  _source: false,
  track_total_hits: true,
});

const termFigures = ({ total = 0, hits: [first] }: WholeAnswer): TermFigures | undefined =>
  first ? { documentFrequency: total, firstRow: Number(first.sort[0]) } : undefined;

const counted = (tokens: string, places: ReadonlyMap<string, number>): Uint32Array => {
  const frequencies = new Uint32Array(places.size);
  for (const token of tokens.split(' ')) {
    const place = places.get(token);
    if (place !== undefined) frequencies[place]! += 1;
  }
  return frequencies;
};

/** Whether what can be searched is what was loaded: a collection may have lost a part since. */
const mustBeWhole = async (searches: Searches, name: string, summary: TermsSummary): Promise<void> => {
  const [answer] = await searches.all([
    {
      size: 0,
      track_total_hits: true,
      aggs: { tokens: { sum: { field: 'length' } }, rows: { sum: { field: 'row' } } },
    },
  ]);
  const { tokens, rows } = answer!.aggregations as Record<string, { readonly value: number }>;
  const { documents } = summary;
  const isWhole =
    answer!.total === documents &&
    tokens?.value === summary.tokens &&
    rows?.value === (documents * (documents - 1)) / 2;
  if (isWhole) return;
  throw new WorkError(
    `${name} has ${answer!.total} documents of ${tokens?.value} tokens; ${documents} of ${summary.tokens} were loaded`,
    `r2med engine drop ${name}, then run the same command again to load it afresh`,
  );
};
