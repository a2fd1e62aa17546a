import {
  type Corpus,
  counted,
  type DocId,
  failedWork,
  InputError,
  type Json,
  type JsonObject,
  type Query,
  type Retriever,
  type Tools,
} from '../../../core/index.js';
import { joinedFacts, partsOf } from '../vectors/index.js';
import { planSearch, type SearchOptions, type SearchPlan } from './dense-search.js';
import { givenRows } from './given-rows.js';
import { type IdentifiedVectors, sourceOf, type VectorSource, vectorFinder } from './vector-exchange.js';
import type { VectorPlace } from './vector-place.js';

/** Vectors made elsewhere, found by the ids of documents and queries. */
export interface GivenVectors {
  /** Where they are from, for messages. */
  readonly from: string;
  /** What the vectors are, such as a hash of their files. */
  readonly spec: Json;
  readonly documents: IdentifiedVectors | VectorSource;
  readonly queries: IdentifiedVectors;
  /** What the vectors of queries were made of, by id. */
  readonly queryTexts: ReadonlyMap<string, string>;
}

/** Settings of a dense retriever over vectors that are given by id. */
export interface GivenDenseOptions extends SearchOptions {
  readonly vectors: GivenVectors;
}

const NAMED = 3;

/** Search among vectors that are there already: one per document and one per query, by id and not by text. */
export const givenDense = (options: GivenDenseOptions): Retriever => {
  const { vectors, place } = options;
  const documents = sourceOf(vectors.documents);
  const given = { from: vectors.from, spec: vectors.spec, documents, vectorsOf: vectorFinder(documents) };
  const plan = planSearch(options);
  const { name } = plan;
  return {
    name,
    spec: { retriever: 'dense', embedder: vectors.spec, foundBy: 'id', ...plan.spec },
    open: async (corpus, tools) => {
      const { facts, search } = place
        ? await placed(place, given, plan, corpus, tools)
        : await held(given, plan, corpus, tools);
      const asked = givenQueries(name, vectors, tools.note);
      return {
        get facts() {
          return joinedFacts(facts, search.facts, asked.facts);
        },
        run: async (queries) => search.rank(queries, asked.of(queries)),
        explainHits: async (query, explained) => {
          const [parts] = asked.of([query]);
          if (!parts) return { scores: new Map() };
          const explain = plan.explainer({ names: ['query'], vectors: parts });
          const [ranked] = await search.rank([query], [parts]);
          const found = await given.vectorsOf(explained.map(({ id }) => id));
          return {
            scores: new Map(
              Array.from(found, ([id, vector]) => [id, plan.byCodes(explain.of(vector), ranked!, id)]),
            ),
          };
        },
      };
    },
  };
};

interface Given extends Pick<GivenVectors, 'from' | 'spec'> {
  readonly documents: VectorSource;
  readonly vectorsOf: ReturnType<typeof vectorFinder>;
}

/** All vectors in this process, or read in blocks where they would not fit. */
const held = async ({ from, documents }: Given, plan: SearchPlan, corpus: Corpus, tools: Tools) => {
  const { name } = plan;
  const ids = await idsOf(corpus, documents.ids);
  const { built, missing } = await givenRows(name, documents, ids, plan.variant, tools);
  if (missing.length === ids.length) mustShare(from, 'document', documents.ids, ids);
  const reason = `${from} has no vector for ${some(missing)}`;
  if (missing.length > 0)
    tools.note(`${name}: ${missing.length} of ${counted(ids.length, 'document')} never found: ${reason}`);
  return {
    facts: {
      documents: ids.length,
      embedded: 0,
      notEmbedded: missing.length,
      ...failedWork('documents without a vector', missing.length, reason),
    },
    search: await plan.open({ ids, textOf: everyPlace(ids), keys: ids }, built, tools),
  };
};

const placed = async (
  place: VectorPlace,
  { from, spec, vectorsOf }: Given,
  plan: SearchPlan,
  corpus: Corpus,
  tools: Tools,
) => ({
  facts: {},
  search: await place.open(
    {
      plan,
      key: { embedder: spec, foundBy: 'id' },
      of: async (rows) => {
        const found = await vectorsOf(rows.map(({ id }) => id));
        const missing = rows.filter(({ id }) => !found.has(id)).map(({ id }) => id);
        return {
          vectors: rows.map(({ id }) => found.get(id)),
          ...(missing.length > 0 && { reason: `${from} has no vector for ${some(missing)}` }),
        };
      },
    },
    corpus,
    tools,
  ),
});

/** Document ids in the order of their first rows. As long as they are those of the vectors, no others are held. */
const idsOf = async (corpus: Corpus, given: readonly string[]): Promise<readonly DocId[]> => {
  let same = 0;
  let others: Set<DocId> | undefined;
  for await (const rows of corpus.rows())
    for (const { id } of rows) {
      if (!others && id === given[same]) same++;
      else others = (others ?? new Set(given.slice(0, same) as readonly DocId[])).add(id);
    }
  if (others) return [...others];
  return (same === given.length ? given : given.slice(0, same)) as readonly DocId[];
};

const everyPlace = ({ length }: { readonly length: number }): Uint32Array =>
  new Uint32Array(length).map((_, place) => place);

const byId = ({ ids, columns, data }: IdentifiedVectors): ((id: string) => Float32Array | undefined) => {
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  return (id) => {
    const row = rowOf.get(id);
    return row === undefined ? undefined : data.subarray(row * columns, (row + 1) * columns);
  };
};

const givenQueries = (name: string, vectors: GivenVectors, note: (line: string) => void) => {
  const vectorOf = byId(vectors.queries);
  const missing = new Set<string>();
  const reason = (): string => `${vectors.from} has no vector for ${some([...missing])}`;
  return {
    of: (queries: readonly Query[]): readonly (readonly Float32Array[] | undefined)[] => {
      const earlier = missing.size;
      const parts = queries.map((query) => {
        mustBeItself(vectors, query);
        const vector = vectorOf(query.id);
        if (!vector) missing.add(query.id);
        return vector && [vector];
      });
      if (missing.size > earlier)
        note(`${name}: nothing found for ${counted(missing.size, 'query', 'queries')}: ${reason()}`);
      return parts;
    },
    get facts(): JsonObject {
      return failedWork('queries without a vector', missing.size, reason());
    },
  };
};

/** A text that was generated for a query, or a changed query, is not what the vector of its id was made of. */
const mustBeItself = ({ from, queryTexts }: GivenVectors, query: Query): void => {
  const [part, ...more] = partsOf(query);
  const text = queryTexts.get(query.id) ?? query.text;
  if (part?.role === 'query' && part.text === text && more.length === 0) return;
  throw new InputError({
    found: `a generated text for query ${query.id}; ${from} has vectors of documents and queries alone`,
    expected: 'queries as they are',
    fix: 'leave out the generation method, or use a model that can embed new texts',
  });
};

/** Refuses ids of which none is requested: they are another task's. */
export const mustShare = (
  file: string,
  side: 'document' | 'query',
  given: readonly string[],
  wanted: readonly string[],
): void => {
  const known = new Set(given);
  if (wanted.length === 0 || wanted.some((id) => known.has(id))) return;
  throw new InputError({
    at: { file },
    found: `no vector for any ${side} of this task; the ids are ${some(given) || 'none'}`,
    expected: `the task's own ids, such as ${some(wanted)}`,
    fix: 'write the ids of this task in the order of the vectors',
  });
};

const some = (ids: readonly string[]): string =>
  `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ', …' : ''}`;
