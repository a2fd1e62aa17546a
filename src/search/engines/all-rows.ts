import { WorkError } from '../../core/index.js';
import type { CandidateQuery, CandidateRow, TermFigures, Weights } from './engine.js';
import { RELOAD } from './read-back.js';

/** The most documents that one term of a query has: as many match it at least. */
export const mostOf = (weights: Weights, figures: ReadonlyMap<string, TermFigures>): number =>
  Math.max(0, ...[...weights.keys()].map((term) => figures.get(term)?.documentFrequency ?? 0));

/** Rows that are all that have a term of a query: of each term as many as the corpus has. */
export const mustBeAll = (
  rows: readonly CandidateRow[],
  { weights, counted }: CandidateQuery,
  figures: ReadonlyMap<string, TermFigures>,
): void => {
  for (const [place, term] of counted.entries()) {
    const { documentFrequency = 0 } = figures.get(term) ?? {};
    const having = rows.filter(({ frequencies }) => frequencies[place]! > 0).length;
    if (!weights.has(term) || having === documentFrequency) continue;
    throw new WorkError(
      `the engine found ${having} of ${documentFrequency} documents with "${term}"`,
      RELOAD,
    );
  }
};
