import {
  type Corpus,
  declaring,
  type JsonObject,
  lexicalText,
  lookup,
  nameWithSettings,
  type Query,
  type Ranked,
  type Ranking,
  type Retriever,
  type Runner,
  type SettingValues,
  setting,
  settledSettings,
  type Tools,
} from '../../../core/index.js';
import { analyzer, type FindTerms, termFinder } from '../analysis/index.js';
import { DOCUMENT_TEXTS, type DocumentText, TOP_K } from '../retriever-settings.js';
import type { CutOff } from './cut-off.js';
import {
  type Expansion,
  expandQueries,
  explainedExpansion,
  type Feedback,
  weightsOf,
} from './feedback-search.js';
import { type OpenedIndex, useIndex } from './open-index.js';
import { PRESETS, type PresetName, type Setting } from './presets.js';
import { bm25Search, type Searched } from './search.js';
import { termParts } from './term-parts.js';

/** As people write it, and as specs have it. */
const UNMATCHED = { keep: 'fill', drop: 'leave-out' } as const satisfies Record<string, CutOff['unmatched']>;

type Unmatched = keyof typeof UNMATCHED;

const writtenUnmatched = (unmatched: CutOff['unmatched']): Unmatched =>
  unmatched === UNMATCHED.drop ? 'drop' : 'keep';

const bm25Settings = (name: PresetName) => {
  const { k1, b, documentText, unmatched } = PRESETS[name];
  return {
    k1: setting.number('how soon repeating a term stops adding', k1 as number, {
      expected: 'a number of 0 or more',
      holds: (value) => value >= 0,
      range: [0.2, 3],
    }),
    b: setting.number("how much a document's length counts", b as number, {
      expected: 'a number from 0 to 1',
      holds: (value) => value >= 0 && value <= 1,
      range: [0, 1],
    }),
    documentText: setting.oneOf(
      Object.keys(DOCUMENT_TEXTS) as DocumentText[],
      'which text of a document is searched',
      documentText as DocumentText,
    ),
    unmatched: setting.oneOf(
      Object.keys(UNMATCHED) as Unmatched[],
      'whether documents that score 0 fill a ranking',
      writtenUnmatched(unmatched),
    ),
  };
};

/** Settings of a BM25 retriever; each preset has its own defaults. */
export interface Bm25Options
  extends SettingValues<ReturnType<typeof bm25Settings>>,
    SettingValues<typeof TOP_K> {}

/** With the way in which queries are expanded by what they find, if they are. */
export interface Bm25FeedbackOptions extends Bm25Options {
  readonly feedback?: Feedback;
}

export const settingOf = (name: PresetName, options: Bm25Options): Setting => {
  const declared = { ...bm25Settings(name), ...TOP_K };
  for (const option of Object.keys(options)) lookup(`setting of ${name}`, declared, option);
  const { unmatched, ...settled } = settledSettings(name, declared, options);
  return { ...PRESETS[name], ...settled, unmatched: UNMATCHED[unmatched] };
};

/** The preset's name, and what of it was changed: `bm25(k1=1.2)`. How many hits are kept makes no other system. */
const nameOf = (name: PresetName, setting: Setting): string => {
  const written = { ...setting, unmatched: writtenUnmatched(setting.unmatched) };
  return nameWithSettings(name, bm25Settings(name), written);
};

const preset = (name: PresetName) =>
  declaring(bm25Settings(name), ({ feedback, ...options }: Bm25FeedbackOptions = {}): Retriever => {
    const setting = settingOf(name, options);
    const { version } = analyzer(setting.analyzer);
    const own = nameOf(name, setting);
    return {
      name: feedback ? `${feedback.method.name} > ${own}` : own,
      spec: { ...specOf(setting, version), ...(feedback && { feedback: feedback.method.spec }) },
      open: (corpus, tools) => open(setting, corpus, tools, feedback),
    };
  });

type Preset = ReturnType<typeof preset>;

export const bm25Presets = Object.fromEntries(
  (Object.keys(PRESETS) as PresetName[]).map((name) => [name, preset(name)]),
) as Readonly<Record<PresetName, Preset>>;

/** BM25 as R2MED's reference computes it: documents and queries weighted alike. */
export const bm25: Preset = bm25Presets.bm25;
/** BM25 as Lucene and Anserini compute it. */
export const bm25Lucene: Preset = bm25Presets['bm25-lucene'];
/** BM25 as MTEB's baseline computes it. */
export const bm25Mteb: Preset = bm25Presets['bm25-mteb'];
/** BM25 as HAKARI-Bench computes it. */
export const bm25Hakari: Preset = bm25Presets['bm25-hakari'];

const specOf = (setting: Setting, analyzerVersion: number): JsonObject => ({
  retriever: 'bm25',
  ...setting,
  analyzerVersion,
});

const open = async (
  setting: Setting,
  corpus: Corpus,
  tools: Tools,
  feedback: Feedback | undefined,
): Promise<Runner<Query, Ranked>> => {
  const began = tools.now();
  const analysis = analyzer(setting.analyzer);
  const wanted = { analyzer: analysis, documentText: setting.documentText };
  const use = await useIndex(corpus, wanted, tools, ({ index }) => bm25Search(index, setting, analysis));
  const indexSeconds = (tools.now() - began) / 1000;
  const factsOf = ({ index, cached }: OpenedIndex) => ({
    indexRows: index.ids.length,
    indexTerms: index.terms.size,
    indexPostings: index.starts.at(-1)!,
    indexTokens: index.lengths.reduce((sum, length) => sum + length, 0),
    indexBytes: index.bytes,
    indexCached: cached,
    indexSeconds,
  });
  const expanded = (queries: readonly Query[]): Promise<readonly Expansion[]> =>
    use.sound((made) => expandQueries(queries, feedback!, made, use.opened.index, analysis));
  const searchedBy = async (queries: readonly Query[]): Promise<readonly Searched[]> =>
    feedback ? (await expanded(queries)).map(weightsOf) : queries.map(lexicalText);
  const unmatched = { queries: 0, hits: 0 };
  let finder: FindTerms | undefined;
  return {
    // Hits that score 0 are worth a word: a relevant one among them was found by its place in the corpus.
    get facts() {
      return { ...factsOf(use.opened), ...(unmatched.hits > 0 && { unmatched: { ...unmatched } }) };
    },
    run: async (queries) => {
      const ranked: Ranked[] = [];
      const searched = await searchedBy(queries);
      for (const [i, query] of queries.entries()) {
        tools.signal.throwIfAborted();
        const hits = await use.sound(({ search }) => search(searched[i]!));
        const zeros = hits.length - scoredAbove0(hits);
        unmatched.hits += zeros;
        if (zeros > 0) unmatched.queries += 1;
        ranked.push({ query, hits });
      }
      return ranked;
    },
    explainHits: async (query, documents) => {
      const [expansion] = feedback ? await expanded([query]) : [];
      return use.sound(({ termScores }) => {
        const { terms, of } = termScores(expansion ? weightsOf(expansion) : lexicalText(query));
        finder ??= termFinder(analysis);
        const find = finder;
        return {
          terms,
          ...(expansion && { expanded: [explainedExpansion(feedback!.method, expansion)] }),
          scores: new Map(
            documents.flatMap((document) => {
              const score = of(document.id);
              return score ? [[document.id, termParts(score, document, setting.documentText, find)]] : [];
            }),
          ),
        };
      });
    },
  };
};

/** Rankings are in order, so scores of 0 are at the end. */
const scoredAbove0 = (hits: Ranking): number => {
  let count = hits.length;
  while (count > 0 && hits[count - 1]!.score === 0) count--;
  return count;
};
