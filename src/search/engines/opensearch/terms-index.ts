import { type Corpus, docId, type JsonObject, type Tools, WorkError } from '../../../core/index.js';
import { luceneIdf } from '../../retrieval/index.js';
import { mostOf, mustBeAll } from '../all-rows.js';
import { mustHaveTerms } from '../as-loaded.js';
import { termsKey } from '../collection-key.js';
import type { TermsSummary } from '../counted-corpus.js';
import type { CandidateRow, EngineAbout, LoadOptions, TermsIndex, TermsRecipe } from '../engine.js';
import { engineToken } from '../engine-token.js';
import { knownTerms } from '../known-terms.js';
import { RELOAD } from '../read-back.js';
import { type AnswerHit, asManyAs } from './answers.js';
import type { Client } from './client.js';
import { factsOf, openCollection, type Wanted } from './collection.js';
import { loadTerms } from './load-terms.js';
import { BARE, type Searches, searchesOf } from './searches.js';
import { mustHaveNoDeleted } from './settle.js';
import { readTermFigures } from './term-figures.js';

/** What a bool query takes (`indices.query.bool.max_clause_count` is 1,024), with some room. */
const MOST_TERMS = 1000;
/** Candidates come with their tokens: so many of them in one request. */
const CANDIDATES_TOGETHER = 2000;
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
    : await loadTerms(client, collection, corpus, recipe, tools, layout.part);
  await mustHaveNoDeleted(client, name, tools);
  const searches = searchesOf(client, name, collection.shards, tools);
  await mustBeWhole(searches, name, summary);
  const { documents, nonEmptyDocuments, tokens, repeated } = summary;
  /** What the engine multiplies a term's weight by besides its idf: 2.x still has the factor of the older formula. */
  const factor = about.version.startsWith('2.') ? Math.fround(1 + Math.fround(recipe.k1)) : 1;
  const terms = knownTerms((asked) => readTermFigures(searches, documents, asked));
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
      const short = queries.filter((_, i) => found[i]!.length < depth);
      const figures = await terms(short.flatMap((weights) => [...weights.keys()]));
      return found.map((hits, i) =>
        asManyAs(mostOf(queries[i]!, figures), hits, depth).map(({ sort: [score, id, row] }) => ({
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
        const rows = hits.map((hit) => ({
          row: Number(hit.sort[1]),
          id: docId(String(hit.sort[2])),
          score: Math.fround(Number(hit.sort[0])),
          ...countedIn(hit, places),
        }));
        if (rows.length < depth) mustBeAll(rows, queries[i]!, figures);
        return rows;
      });
    },
    firstRows: async (count, by) => {
      const sort = by === 'row' ? [{ row: 'asc' }, { id: 'asc' }] : [{ id: 'asc' }, { row: 'asc' }];
      const [hits] = await searches.hits([{ query: { match_all: {} }, sort, ...BARE }], count);
      const [rowAt, idAt] = by === 'row' ? [0, 1] : [1, 0];
      return asManyAs(documents, hits!, count).map((hit) => ({
        row: Number(hit.sort[rowAt]),
        id: docId(String(hit.sort[idAt])),
      }));
    },
  };
};

/** The index of a corpus as terms: BM25 over tokens that r2med's own analyzer made, so that the engine's has no say. */
const termsWanted = (corpus: Corpus, recipe: TermsRecipe): Wanted => ({
  kind: 'terms',
  key: termsKey(corpus, recipe),
  settings: { similarity: { bm25: { type: 'BM25', k1: recipe.k1, b: recipe.b, discount_overlaps: true } } },
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

/** How often a candidate has some terms, by the tokens that were loaded. */
const countedIn = (
  { sort, source: { row, id, length, tokens } }: AnswerHit,
  places: ReadonlyMap<string, number>,
): Pick<CandidateRow, 'length' | 'frequencies'> => {
  const all = typeof tokens === 'string' ? tokens.split(' ').filter(Boolean) : undefined;
  if (row !== sort[1] || id !== sort[2] || all?.length !== length)
    throw new WorkError(`the cluster gave row ${sort[1]} without its fields, or those of another`, RELOAD);
  const frequencies = new Uint32Array(places.size);
  for (const token of all!) {
    const place = places.get(token);
    if (place !== undefined) frequencies[place]! += 1;
  }
  return { length: all!.length, frequencies };
};

const mustBeWhole = async (searches: Searches, name: string, summary: TermsSummary): Promise<void> => {
  const [answer] = await searches.all([
    {
      size: 0,
      track_total_hits: true,
      aggs: { tokens: { sum: { field: 'length' } }, rows: { sum: { field: 'row' } } },
    },
  ]);
  const { tokens, rows } = answer!.aggregations as Record<string, { readonly value: number }>;
  mustHaveTerms(
    name,
    { documents: answer!.total, tokens: tokens?.value ?? Number.NaN, rows: rows?.value ?? Number.NaN },
    summary,
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
