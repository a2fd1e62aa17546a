import { type Corpus, docId, type Tools, WorkError } from '../../../core/index.js';
import { luceneIdf, luceneNorms } from '../../retrieval/index.js';
import { mostOf, mustBeAll } from '../all-rows.js';
import { mustHaveTerms } from '../as-loaded.js';
import { termsKey } from '../collection-key.js';
import { mustHoldTerms } from '../counted-corpus.js';
import type { CandidateRow, EngineAbout, LoadOptions, TermsIndex, TermsRecipe } from '../engine.js';
import { engineToken } from '../engine-token.js';
import { knownTerms } from '../known-terms.js';
import { eachInLanes } from '../lanes.js';
import { RELOAD } from '../read-back.js';
import { CONNECTIONS, type Database, type Row, type Talking } from './client.js';
import { factsOf, type OpenCollection, openCollection } from './collection.js';
import { LENGTHS } from './length-code.js';
import { BLOCK, loadTerms, type PostgresTerms, termsTables } from './load-terms.js';
import { readTermFigures } from './term-figures.js';

/** A statement takes any number; more are no query. */
const MOST_TERMS = 100_000;

export const openTermsIndex = async (
  database: Database,
  about: EngineAbout,
  corpus: Corpus,
  recipe: TermsRecipe,
  tools: Tools,
  layout: LoadOptions,
): Promise<TermsIndex> => {
  const wanted = { kind: 'terms', key: termsKey(corpus, recipe), tables: termsTables };
  const collection = await openCollection(database, wanted, layout, tools);
  const summary = collection.complete
    ? (collection.summary as PostgresTerms)
    : await loadTerms(database, collection, corpus, recipe, tools, layout.part);
  await mustBeWhole(database, collection, summary, tools);
  const { schema } = collection;
  const { documents, nonEmptyDocuments, tokens, repeated } = summary;
  const { k1, b } = recipe;
  const { inverseNorm } = luceneNorms(summary, recipe);
  const inverses = literalArray(LENGTHS.map(inverseNorm));
  const norms = literalArray(
    LENGTHS.map((length) => k1 * (1 - b + (b * length * nonEmptyDocuments) / tokens)),
  );
  const terms = knownTerms((asked) => readTermFigures(database, schema, asked, tools));
  return {
    facts: factsOf(about, collection, documents),
    figures: { documents, nonEmptyDocuments, tokens },
    repeated,
    mostTerms: MOST_TERMS,
    terms,
    // Without k1 the formula divides by nothing, which the server refuses.
    scores: () => k1 > 0,
    search: async (queries, depth) => {
      const figures = await terms(queries.flatMap((weights) => [...weights.keys()]));
      return eachInLanes(queries, CONNECTIONS, async (weights) => {
        const asked = [...weights].flatMap(([term, times]) => {
          const found = figures.get(term);
          const idf = found && luceneIdf(nonEmptyDocuments, found.documentFrequency);
          return idf === undefined
            ? []
            : [{ term: engineToken(term), weight: Math.fround(Math.fround(times) * idf) }];
        });
        const rows = await database.ask(searchIn(schema), [JSON.stringify(asked), inverses, depth], tools);
        if (rows.length < Math.min(mostOf(weights, figures), depth))
          throw tooFew(rows.length, mostOf(weights, figures));
        return mustBeApart(rows.map(scoredRow));
      });
    },
    candidates: async (queries, depth) => {
      const figures = await terms(queries.flatMap(({ weights }) => [...weights.keys()]));
      return eachInLanes(queries, CONNECTIONS, async (query) => {
        const { weights, counted } = query;
        const asked = [...weights].map(([term, weight]) => ({ term: engineToken(term), weight }));
        const places = counted.map((term, place) => ({ place, term: engineToken(term) }));
        const parameters = [JSON.stringify(asked), norms, depth, JSON.stringify(places)];
        const rows = await database.ask(candidatesIn(schema), parameters, tools);
        const found = mustBeApart(rows.map((row) => candidate(row, counted.length)));
        if (found.length < depth) mustBeAll(found, query, figures);
        return found;
      });
    },
    firstRows: async (count, by) => {
      const order = by === 'row' ? 'row' : 'id, row';
      const rows = await database.ask(
        `select row, id from ${schema}.documents order by ${order} limit $1`,
        [count],
        tools,
      );
      if (rows.length < Math.min(count, documents)) throw tooFew(rows.length, documents);
      return rows.map(({ row, id }) => ({ row: Number(row), id: docId(String(id)) }));
    },
  };
};

const literalArray = (values: readonly number[]): string => `{${values.join(',')}}`;

/** Postings of a query's terms, with what each term weighs. Arrays are read once by a `select` of their own, not once for each posting. */
const matching = (schema: string, type: 'real' | 'float8'): string => `
  from json_to_recordset($1::text::json) a(term text, weight ${type}) join ${schema}.postings p on p.term = a.term
  cross join lateral unnest(p.rows, p.counts) u(row, count)`;

/** Lucene's formula in its arithmetic: 32-bit floats, summed in doubles. Ids are read of the best rows alone, and of those that tie with the last. */
const searchIn = (schema: string): string => `
  select d.row, d.id, best.score from (
    select u.row, sum((a.weight - a.weight / (1::real + (u.count >> 8)::real * ((select $2::text::real[]))[(u.count & 255) + 1]))::float8)::real as score
    ${matching(schema, 'real')} group by u.row order by score desc fetch first ($3) rows with ties
  ) best join ${schema}.documents d on d.row = best.row order by best.score desc, d.id, d.row limit $3`;

const candidatesIn = (schema: string): string => `
  with best as materialized (
    select u.row, sum(a.weight * (u.count >> 8) / ((u.count >> 8) + ((select $2::text::float8[]))[(u.count & 255) + 1])) as score
    ${matching(schema, 'float8')} group by u.row order by score desc, u.row limit $3
  ), counted as (
    select u.row, json_agg(json_build_array(c.place, u.count >> 8)) as times
    from json_to_recordset($4::text::json) c(place int, term text) join ${schema}.postings p on p.term = c.term
    cross join lateral unnest(p.rows, p.counts) u(row, count)
    where p.block in (select row / ${BLOCK} from best) and u.row in (select row from best) group by u.row
  ) select d.row, d.id, d.length, best.score, counted.times
  from best join ${schema}.documents d on d.row = best.row left join counted on counted.row = best.row order by best.score desc, d.row`;

const scoredRow = ({ row, id, score }: Row) => ({
  row: Number(row),
  id: docId(String(id)),
  score: Math.fround(Number(score)),
});

const candidate = (row: Row, terms: number): CandidateRow => {
  const frequencies = new Uint32Array(terms);
  for (const [place, times] of (row.times ?? []) as readonly (readonly [number, number])[])
    frequencies[place] = times;
  return { ...scoredRow(row), length: Number(row.length), frequencies };
};

/** Rows of an answer: each once, best first. */
const mustBeApart = <T extends { readonly row: number; readonly score: number }>(
  rows: readonly T[],
): readonly T[] => {
  const isInOrder = rows.every(({ score }, i) => i === 0 || score <= rows[i - 1]!.score);
  if (isInOrder && new Set(rows.map(({ row }) => row)).size === rows.length) return rows;
  throw new WorkError('the database gave rows twice, or out of order', RELOAD);
};

export const tooFew = (found: number, there: number): WorkError =>
  new WorkError(`the database found ${found} documents where there are ${there}`, RELOAD);

/** Whether what can be searched is what was loaded: a collection may have lost a part since, or hide it. */
const mustBeWhole = async (
  database: Database,
  { name, schema }: OpenCollection,
  { documents, tokens, frequent }: PostgresTerms,
  tools: Talking,
): Promise<void> => {
  const [found] = await database.ask(
    `select count(*)::float8 as documents, coalesce(sum(length), 0)::float8 as tokens, coalesce(sum(row), 0)::float8 as rows,
       (select count(*)::float8 from ${schema}.blocks) as blocks from ${schema}.documents`,
    [],
    tools,
  );
  const blocks = Number(found!.blocks);
  mustHaveTerms(
    name,
    { documents: Number(found!.documents), tokens: Number(found!.tokens), rows: Number(found!.rows) },
    { documents, tokens },
  );
  if (blocks !== Math.ceil(documents / BLOCK))
    throw new WorkError(
      `${name} has ${blocks} blocks of postings of ${Math.ceil(documents / BLOCK)}`,
      RELOAD,
    );
  const figures = frequent.map(
    ([term, documentFrequency, firstRow]) => [term, { documentFrequency, firstRow }] as const,
  );
  const terms = frequent.map(([term]) => term);
  mustHoldTerms(name, new Map(figures), await readTermFigures(database, schema, terms, tools));
};
