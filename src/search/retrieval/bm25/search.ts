import { byCodePoint, type DocId, type Ranking, ranking } from '../../../core/index.js';
import type { Analyzer } from '../analysis/index.js';
import { type Setting, WEIGHTINGS } from './presets.js';
import { REPEATED_IDS, repeatedRows } from './repeated-ids.js';
import { type TermIndex, termIn } from './term-index.js';
import type { TermScore } from './term-parts.js';
import { type AskedTerms, queryTermFrequency, type Statistics, statisticsOf } from './weighting.js';

/** A text, or terms with the weights that they have in place of how often a text says them. */
export type Searched = string | ReadonlyMap<string, number>;

/** An indexed corpus, ready to be searched with one setting of BM25. */
export interface Bm25Search {
  readonly statistics: Statistics;
  search(searched: Searched): Ranking;
  /**
   * The first `depth` rows in the order of the program, which decides equal scores by its own rule. Rows that score 0 and those of `without`
   * are not among them.
   */
  firstRows(
    text: string,
    depth: number,
    without?: ReadonlySet<DocId>,
  ): readonly { readonly row: number; readonly score: number }[];
  /** The scores of all rows of the index. The array is used again by the next call. */
  scores(text: string): Float32Array;
  /** Why a document scores as it does, nothing if the corpus has no such document; and how many different terms of the corpus are searched with. */
  termScores(searched: Searched): { readonly terms: number; of(docId: DocId): TermScore | undefined };
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
  const termsOf = (searched: Searched): AskedTerms => {
    if (typeof searched === 'string') return askedIn(analysis.analyze(searched));
    const weights = new Map<number, number>();
    for (const [token, weight] of searched) {
      const term = termIn(index, token);
      if (term !== undefined) weights.set(term, weight);
    }
    return weights;
  };
  /** The row whose score a document gets: the ranked one, else the last one that is as good as any. */
  const rowOf = (docId: DocId, asked: AskedTerms): number | undefined => {
    const number = ids.distinct.numberOf(docId);
    if (number < 0) return undefined;
    if (!ids.numbers) return number;
    const rows = rowsWith(ids.numbers, number);
    if (rows.length < 2) return rows[0];
    const kept = keep(weighting.score(asked), ids, repeated, setting);
    return rows.find((row) => kept.includes(row)) ?? rows.at(-1);
  };

  const scoresOf = (searched: Searched): Float32Array => weighting.score(termsOf(searched));
  const byId = setting.tiesAtCutOff === 'id-ascending';

  return {
    statistics,
    search: (searched) => {
      const scores = scoresOf(searched);
      const rows = keep(scores, ids, repeated, setting);
      return ranking(Array.from(rows, (row) => ({ docId: ids.at(row), score: scores[row]! })));
    },
    firstRows: (text, depth, without) => {
      const scores = scoresOf(text);
      const topK = depth + (without?.size ?? 0);
      const rows = keep(scores, ids, repeated, { ...setting, topK, unmatched: 'leave-out' });
      return Array.from(rows, (row) => ({ row, score: scores[row]! }))
        .filter(({ row }) => !without?.has(ids.at(row)))
        .sort(
          (a, b) => b.score - a.score || (byId && byCodePoint(ids.at(a.row), ids.at(b.row))) || a.row - b.row,
        )
        .slice(0, depth);
    },
    scores: scoresOf,
    termScores: (searched) => {
      const asked = termsOf(searched);
      const tokens = typeof searched === 'string' ? analysis.analyze(searched) : [...searched.keys()];
      const words = new Map(tokens.map((token) => [termIn(index, token), token]));
      return {
        terms: queryTermFrequency(asked).size,
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
