import {
  byCodePoint,
  type Corpus,
  InputError,
  type JsonObject,
  lexicalText,
  type Query,
  type Ranked,
  type Ranking,
  type Retriever,
  type Runner,
  random,
  type Tools,
} from '../../core/index.js';
import {
  analyzer,
  type Bm25Options,
  type Bm25PresetName,
  type Bm25Setting,
  bm25SettingOf,
  type CountedDocument,
  DOCUMENT_TEXTS,
  retrievers,
  termFinder,
  termParts,
  type Weighting,
  weighDocuments,
} from '../retrieval/index.js';
import { canCut, rowCutter } from './cut-rows.js';
import type { Engine, LoadOptions, TermsIndex } from './engine.js';
import { type BoundedQuery, mustScoreExactly, noProofs, provedTop } from './proved-top.js';
import { SEED } from './survey.js';

/** Candidates for each hit that is wanted: lists are hardly ever proved later, and each of them costs a document to read. */
const LOOKED_AT = 1.25;

const EXACT: readonly Bm25Setting['weighting'][] = ['lucene', 'gensim-both-sides'];

/**
 * A preset of BM25 whose corpus is on an engine. It has the name and the spec of the embedded preset, because its rankings and
 * scores are the same: the record's facts say where they were computed.
 */
export const engineBm25 = (
  preset: Bm25PresetName,
  options: Bm25Options,
  engine: Engine,
  layout: LoadOptions = {},
): Retriever => {
  const setting = bm25SettingOf(preset, options);
  if (!EXACT.includes(setting.weighting) || !canCut(setting.repeatedIds))
    throw new InputError({
      found: `${preset} with --engine ${engine.name}`,
      expected: 'bm25 or bm25-lucene, whose scores are exact there',
      fix: `run ${preset} without --engine`,
    });
  const { name, spec } = retrievers[preset](options);
  return { name, spec, open: (corpus, tools) => open(setting, engine, layout, corpus, tools) };
};

const open = async (
  setting: Bm25Setting,
  engine: Engine,
  layout: LoadOptions,
  corpus: Corpus,
  tools: Tools,
): Promise<Runner<Query, Ranked>> => {
  const began = tools.now();
  const analysis = analyzer(setting.analyzer);
  const { documentText, k1, b } = setting;
  const index = await engine.openTerms(corpus, { analyzer: analysis, documentText, k1, b }, tools, layout);
  const cutter = rowCutter(index, setting);
  const seconds = (tools.now() - began) / 1000;
  const proofs = noProofs();
  const answered = { native: 0, empty: 0, checked: 0 };
  const next = random(SEED);
  const unmatched = { queries: 0, hits: 0 };

  const search = async (texts: readonly string[]): Promise<readonly Ranking[]> => {
    const asked = texts.map((text) => analysis.analyze(text));
    const rankings: Ranking[] = texts.map(() => []);
    const native: number[] = [];
    const bounded: number[] = [];
    for (const [i, tokens] of asked.entries()) {
      if (tokens.length === 0) answered.empty += 1;
      const isNative = setting.weighting === 'lucene' && tokens.length > 0 && index.scores(termTimes(tokens));
      (isNative ? native : bounded).push(i);
    }
    answered.native += native.length;
    const depth = setting.topK + cutter.spare;
    const exact = await index.search(
      native.map((i) => termTimes(asked[i]!)),
      depth,
    );
    if (native.length > 0) {
      // One of them is computed here as well: the engine's formula, and what it counts, may have changed.
      const drawn = Math.floor(next() * native.length);
      const [query] = await boundedQueries(index, setting, [asked[native[drawn]!]!], cutter.lowest);
      if (query!.counted.length > 0) await mustScoreExactly(index, query!, exact[drawn]!, depth);
      answered.checked += 1;
    }
    for (const [at, i] of native.entries()) rankings[i] = await cutter.cut(exact[at]!);
    const questions = await boundedQueries(
      index,
      setting,
      bounded.map((i) => asked[i]!),
      cutter.lowest,
    );
    const withTerms = questions.filter(({ counted }) => counted.length > 0);
    const proved = await provedTop(
      index,
      withTerms,
      Math.ceil(LOOKED_AT * setting.topK) + cutter.spare,
      proofs,
    );
    const rowsOf = new Map(withTerms.map((query, at) => [query, proved[at]!]));
    for (const [at, i] of bounded.entries()) rankings[i] = await cutter.cut(rowsOf.get(questions[at]!) ?? []);
    return rankings;
  };

  return {
    get facts() {
      return {
        engine: { ...index.facts, openSeconds: seconds, exact: true },
        proofs: { ...answered, ...proofs } as JsonObject,
        ...(unmatched.hits > 0 && { unmatched: { ...unmatched } }),
      };
    },
    run: async (queries) => {
      tools.signal.throwIfAborted();
      const rankings = await search(queries.map(lexicalText));
      return queries.map((query, i) => {
        const hits = rankings[i]!;
        const zeros = hits.filter(({ score }) => score === 0).length;
        unmatched.hits += zeros;
        if (zeros > 0) unmatched.queries += 1;
        return { query, hits };
      });
    },
    explainHits: async (query, documents) => {
      const [asked] = await termsOf(index, [analysis.analyze(lexicalText(query))]);
      const places = new Map(asked!.terms.map((term, place) => [term, place]));
      const counted = documents.map((document): CountedDocument => {
        const tokens = analysis.analyze(DOCUMENT_TEXTS[documentText](document));
        const frequencies = new Uint32Array(places.size);
        for (const token of tokens) {
          const place = places.get(token);
          if (place !== undefined) frequencies[place]! += 1;
        }
        return { length: tokens.length, frequencies };
      });
      const weighting = asked!.weigh(setting, counted);
      const find = termFinder(analysis);
      return {
        terms: asked!.terms.length,
        scores: new Map(
          documents.map((document, row) => {
            const added = weighting.contributions(asked!.said, row);
            const score = weighting.sum(added.map(({ value }) => value));
            const terms = added.map(({ term, ...rest }) => ({ term: asked!.terms[term]!, ...rest }));
            return [document.id, termParts({ score, terms }, document, documentText, find)];
          }),
        ),
      };
    },
  };
};

/** The terms of a query that the corpus has, by ascending term id, and the query in them. */
interface KnownTerms {
  readonly terms: readonly string[];
  /** Places in `terms`, in the query's order and as often as it says them. */
  readonly said: readonly number[];
  weigh(setting: Bm25Setting, documents: readonly CountedDocument[]): Weighting;
}

/** Asks the engine for the terms of some queries. Ids ascend with the first row that has a term, and by code point within a row. */
const termsOf = async (
  index: TermsIndex,
  queries: readonly (readonly string[])[],
): Promise<readonly KnownTerms[]> => {
  const figures = await index.terms([...new Set(queries.flat())]);
  const firstRow = (term: string): number => figures.get(term)!.firstRow;
  return queries.map((tokens) => {
    const known = tokens.filter((token) => figures.has(token));
    const terms = [...new Set(known)].sort((a, b) => firstRow(a) - firstRow(b) || byCodePoint(a, b));
    const places = new Map(terms.map((term, place) => [term, place]));
    const documentFrequencies = Uint32Array.from(terms, (term) => figures.get(term)!.documentFrequency);
    return {
      terms,
      said: known.map((token) => places.get(token)!),
      weigh: (setting, documents) =>
        weighDocuments(setting, { ...index.figures, documentFrequencies }, documents),
    };
  });
};

/** As often as a document can say a term: what it adds then is the most that it can add. */
const ENDLESS: number = 0xffff_ffff;

const boundedQueries = async (
  index: TermsIndex,
  setting: Bm25Setting,
  queries: readonly (readonly string[])[],
  lowest: BoundedQuery['lowest'],
): Promise<readonly BoundedQuery[]> =>
  (await termsOf(index, queries)).map(({ terms, said, weigh }) => {
    const fullest = { length: 0, frequencies: new Uint32Array(terms.length).fill(ENDLESS) };
    const weights = new Map<string, number>();
    for (const { term, value } of weigh(setting, [fullest]).contributions(said, 0))
      weights.set(terms[term]!, (weights.get(terms[term]!) ?? 0) + value);
    return { weights, counted: terms, score: (candidates) => weigh(setting, candidates).score(said), lowest };
  });

const termTimes = (tokens: readonly string[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
  return times;
};
