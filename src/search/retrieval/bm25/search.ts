import { type DocId, type Ranking, ranking } from '../../../core/index.js';
import type { Analyzer } from '../analysis/index.js';
import { type Setting, WEIGHTINGS } from './presets.js';
import { REPEATED_IDS, repeatedRows } from './repeated-ids.js';
import { type TermIndex, termIn } from './term-index.js';
import type { TermScore } from './term-parts.js';
import { statisticsOf } from './weighting.js';

/** An indexed corpus, ready to be searched with one setting of BM25. */
export interface Bm25Search {
  search(text: string): Ranking;
  /** The scores of all rows of the index. The array is used again by the next call. */
  scores(text: string): Float32Array;
  /** Why a document scores as it does, nothing if the corpus has no such document; and how many different terms of the corpus the text says. */
  termScores(text: string): { readonly terms: number; of(docId: DocId): TermScore | undefined };
}

export const bm25Search = (index: TermIndex, setting: Setting, analysis: Analyzer): Bm25Search => {
  const { ids } = index;
  const repeated = repeatedRows(ids);
  const { countsEveryRow, keep } = REPEATED_IDS[setting.repeatedIds];
  const statistics = statisticsOf(index, countsEveryRow ? undefined : repeated.lastRows);
  const weighting = WEIGHTINGS[setting.weighting](index, statistics, setting);

  /** The terms of a text that the corpus knows, in order. */
  const askedIn = (tokens: readonly string[]): number[] => {
    const asked: number[] = [];
    for (const token of tokens) {
      const term = termIn(index, token);
      if (term !== undefined) asked.push(term);
    }
    return asked;
  };
  /** The row whose score a document gets: the ranked one, else the last one that is as good as any. */
  const rowOf = (docId: DocId, asked: readonly number[]): number | undefined => {
    const number = ids.distinct.numberOf(docId);
    if (number < 0) return undefined;
    if (!ids.numbers) return number;
    const rows = rowsWith(ids.numbers, number);
    if (rows.length < 2) return rows[0];
    const kept = keep(weighting.score(asked), ids, repeated, setting);
    return rows.find((row) => kept.includes(row)) ?? rows.at(-1);
  };

  const scoresOf = (text: string): Float32Array => weighting.score(askedIn(analysis.analyze(text)));

  return {
    search: (text) => {
      const scores = scoresOf(text);
      const rows = keep(scores, ids, repeated, setting);
      return ranking(Array.from(rows, (row) => ({ docId: ids.at(row), score: scores[row]! })));
    },
    scores: scoresOf,
    termScores: (text) => {
      const tokens = analysis.analyze(text);
      const asked = askedIn(tokens);
      const words = new Map(tokens.map((token) => [termIn(index, token), token]));
      return {
        terms: new Set(asked).size,
        of: (docId) => {
          const row = rowOf(docId, asked);
          if (row === undefined) return undefined;
          const added = weighting.contributions(asked, row);
          return {
            score: weighting.sum(added.map(({ value }) => value)),
            terms: added.map(({ term, ...rest }) => ({ term: words.get(term)!, ...rest })),
          };
        },
      };
    },
  };
};

const rowsWith = (numbers: Uint32Array, wanted: number): readonly number[] => {
  const rows: number[] = [];
  for (let row = numbers.indexOf(wanted); row >= 0; row = numbers.indexOf(wanted, row + 1)) rows.push(row);
  return rows;
};
