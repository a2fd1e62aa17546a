import { type Corpus, docId, type JsonObject, type Tools, WorkError } from '../../../core/index.js';
import { termsKey } from '../collection-key.js';
import type { EngineAbout, LoadOptions, TermFigures, TermsIndex, TermsRecipe } from '../engine.js';
import type { WholeAnswer } from './answers.js';
import type { Client } from './client.js';
import { factsOf, openCollection, type Wanted } from './collection.js';
import { engineToken, loadTerms, type TermsSummary } from './load-terms.js';
import { BARE, type Searches, searchesOf } from './searches.js';
import { mustHaveNoDeleted } from './settle.js';

/** What a bool query takes (`indices.query.bool.max_clause_count` is 1,024), with some room. */
const MOST_TERMS = 1000;
/** Candidates come with their tokens: so many of them in one request. */
const CANDIDATES_TOGETHER = 2000;
/** Terms, and documents times terms, of one search for the figures of terms. */
const MOST_TERMS_TOGETHER = 100;
const LOOKUPS_TOGETHER = 10_000_000;

export const openTermsIndex = async (
  client: Client,
  about: EngineAbout,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
  layout: LoadOptions,
): Promise<TermsIndex> => {
  const collection = await openCollection(client, termsWanted(corpus, recipe), about, layout, tools);
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

  /** Many terms in one search save the way there; each of them is looked up in every document that has one of them. */
  const grouped = Math.min(MOST_TERMS_TOGETHER, Math.max(1, Math.floor(LOOKUPS_TOGETHER / documents)));
  const terms: TermsIndex['terms'] = async (wanted) => {
    const asked = [...new Set(wanted)].filter((term) => !known.has(term));
    const groups: string[][] = [];
    for (let at = 0; at < asked.length; at += grouped) groups.push(asked.slice(at, at + grouped));
    const answers = await searches.all(groups.map(figuresOf), { scored: false });
    groups.forEach((group, i) => {
      const figures = termFigures(answers[i]!, group.length);
      group.forEach((term, place) => {
        known.set(term, figures[place]);
      });
    });
    return new Map(
      wanted.flatMap((term) => {
        const figures = known.get(term);
        return figures ? [[term, figures]] : [];
      }),
    );
  };

  return {
    facts: factsOf(about, collection, documents),
    figures: { documents, nonEmptyDocuments, tokens },
    repeated,
    mostTerms: MOST_TERMS,
    terms,
    scores: (weights) =>
      weights.size <= MOST_TERMS &&
      [...weights.values()].every((times) => boostFor(times, factor) !== undefined),
    search: async (queries, depth) => {
      const bodies = queries.map((weights) => ({
        query: anyOf([...weights].map(([term, times]) => [term, boostFor(times, factor)!])),
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
        // All of it: to leave a field out, the engine reads and writes each document as JSON.
        _source: true,
      }));
      const together = Math.max(1, Math.floor(CANDIDATES_TOGETHER / depth));
      const found = await searches.hits(bodies, depth, { together });
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
    firstRows: async (count, by) => {
      const sort = by === 'row' ? [{ row: 'asc' }, { id: 'asc' }] : [{ id: 'asc' }, { row: 'asc' }];
      const [hits] = await searches.hits([{ query: { match_all: {} }, sort, ...BARE }], count);
      const [rowAt, idAt] = by === 'row' ? [0, 1] : [1, 0];
      return hits!.map((hit) => ({ row: Number(hit.sort[rowAt]), id: docId(String(hit.sort[idAt])) }));
    },
  };
};

/** The index of a corpus as terms: BM25 over tokens that r2med's own analyzer made, so that the engine's has no say. */
const termsWanted = (corpus: Corpus, recipe: TermsRecipe): Wanted => ({
  kind: 'terms',
  key: termsKey(corpus, recipe),
  settings: { similarity: { bm25: { type: 'BM25', k1: recipe.k1, b: recipe.b } } },
  mappings: { properties: PROPERTIES },
});

const PROPERTIES: JsonObject = {
  id: { type: 'keyword' },
  row: { type: 'integer' },
  /** Tokens; the engine's own count is rounded. */
  length: { type: 'integer' },
  hash: { type: 'keyword', index: false },
  tokens: { type: 'text', analyzer: 'whitespace', similarity: 'bm25', index_options: 'freqs' },
};

const anyOf = (boosts: readonly (readonly [term: string, boost: number])[]): JsonObject => ({
  bool: {
    should: boosts.map(([term, boost]) => ({ term: { tokens: { value: engineToken(term), boost } } })),
    minimum_should_match: 1,
  },
});

/** In how many documents each of these terms is, and the first of them. */
const figuresOf = (terms: readonly string[]): JsonObject => {
  const tokens = terms.map(engineToken);
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: { terms: { tokens } } } },
    aggs: {
      terms: {
        // Without names: what a term is called is its own business.
        filters: { filters: tokens.map((value) => ({ term: { tokens: { value } } })) },
        aggs: { first: { min: { field: 'row' } } },
      },
    },
  };
};

const termFigures = ({ aggregations }: WholeAnswer, terms: number): readonly (TermFigures | undefined)[] => {
  const { buckets } = (aggregations.terms ?? {}) as {
    readonly buckets?: readonly { readonly doc_count: number; readonly first: { readonly value: number } }[];
  };
  if (buckets?.length !== terms) throw new WorkError('the cluster told the figures of other terms');
  return buckets.map(({ doc_count, first }) =>
    doc_count > 0 ? { documentFrequency: doc_count, firstRow: first.value } : undefined,
  );
};

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

const { fround } = Math;

/** How far to look among the neighbours of a float32. */
const NEIGHBOURS = 4;

/**
 * The float32 that becomes `times` when the engine multiplies it by `factor` in float32; with another one the last bits of scores
 * differ. For some factors and times there is none.
 */
export const boostFor = (times: number, factor: number): number | undefined => {
  const near = fround(times / factor);
  const step = 2 ** (Math.floor(Math.log2(near)) - 23);
  for (let away = 0; away <= NEIGHBOURS; away++)
    for (const boost of [fround(near + away * step), fround(near - away * step)])
      if (fround(boost * factor) === fround(times)) return boost;
  return undefined;
};

/** Lucene's idf, over documents that have a term at all. */
export const luceneIdf = (documents: number, frequency: number): number =>
  fround(Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
