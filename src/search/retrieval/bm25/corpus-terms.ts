import type { Corpus, DocId, Tools } from '../../../core/index.js';
import { type Analyzer, analyzer } from '../analysis/index.js';
import { settingOf } from './bm25.js';
import { useIndex } from './open-index.js';
import type { Setting } from './presets.js';
import { repeatedRows } from './repeated-ids.js';
import { bm25Search } from './search.js';
import { heldIndex, type TermIndex, termIn } from './term-index.js';
import { statisticsOf } from './weighting.js';

/** The terms of a corpus and the scores of all its documents: for statistics about a task, where a ranking is too short. */
export interface CorpusTerms {
  /** Every document once; a repeated id has its last text. Their order is that of all numbers by document below. */
  readonly ids: readonly DocId[];
  readonly lengths: Uint32Array;
  /** Different terms of each document. */
  readonly sizes: Uint32Array;
  analyze(text: string): string[];
  documentFrequency(term: string): number;
  /** What the preset `bm25` scores each document for a text. The array may be used again by the next call. */
  scores(text: string): Float32Array;
  /** How many of these terms, each counted once, each document has. */
  sharedCounts(terms: ReadonlySet<string>): Uint32Array;
}

/** Opens the term index that `bm25` searches, from the cache where it was built before. */
export const openCorpusTerms = async (
  corpus: Corpus,
  analyzerName: string,
  tools: Tools,
): Promise<CorpusTerms> => {
  const analysis = analyzer(analyzerName);
  const setting = { ...settingOf('bm25', {}), analyzer: analysis.name };
  const { made } = await useIndex(
    corpus,
    { analyzer: analysis, documentText: setting.documentText },
    tools,
    // Statistics want every term: the postings are read at once, and damage shows before anything is counted.
    ({ index }) => corpusTerms(heldIndex({ ...index, ...index.allPostings() }), setting, analysis),
  );
  return made;
};

const corpusTerms = (index: TermIndex, setting: Setting, analysis: Analyzer): CorpusTerms => {
  const { ids, starts } = index;
  const { rows } = index.allPostings();
  const { scores } = bm25Search(index, setting, analysis);
  const { lastRows } = repeatedRows(ids);
  const { documentFrequencies } = statisticsOf(index, lastRows);

  /** Counts by row become counts by document. */
  const byDocument = (byRow: Uint32Array): Uint32Array => lastRows?.map((row) => byRow[row]!) ?? byRow;

  const countsOf = (terms: Iterable<number>): Uint32Array => {
    const counts = new Uint32Array(ids.length);
    for (const term of terms)
      for (let at = starts[term]!; at < starts[term + 1]!; at++) counts[rows[at]!]! += 1;
    return byDocument(counts);
  };

  return {
    ids: Array.from({ length: ids.distinct.size }, (_, number) => ids.distinct.at(number) as DocId),
    lengths: byDocument(index.lengths),
    sizes: countsOf(documentFrequencies.keys()),
    analyze: analysis.analyze,
    documentFrequency: (term) => {
      const known = termIn(index, term);
      return known === undefined ? 0 : documentFrequencies[known]!;
    },
    scores: (text) => {
      const byRow = scores(text);
      return lastRows ? Float32Array.from(lastRows, (row) => byRow[row]!) : byRow;
    },
    sharedCounts: (terms) => countsOf([...terms].flatMap((term) => termIn(index, term) ?? [])),
  };
};
