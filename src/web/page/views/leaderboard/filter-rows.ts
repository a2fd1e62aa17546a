import { own } from '../../../../core/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';
import { allowsBusiness } from '../../parts/term-marks.js';
import type { ViewState } from './view-state.js';

/** The rows that pass every filter. What a row does not say passes no filter that asks for it. */
export const filterRows = (rows: readonly LeaderboardRow[], state: ViewState): readonly LeaderboardRow[] => {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (!state.onlyTicked || state.ticked.includes(row.key)) &&
      (state.kinds.length === 0 || state.kinds.includes(row.kind)) &&
      (state.sources.length === 0 || state.sources.includes(row.source.group)) &&
      (state.size === undefined || (row.parameters !== undefined && row.parameters <= state.size * 1e9)) &&
      (!state.open || row.openWeights === (state.open === 'yes')) &&
      (!state.generated || row.usesGeneratedText === (state.generated === 'yes')) &&
      (!state.llm || row.llm === state.llm) &&
      (!state.method || row.method === state.method) &&
      (!state.licence ||
        (state.licence === 'business'
          ? allowsBusiness(row) === true
          : (row.licences?.includes(state.licence) ?? false))) &&
      (!state.untrained || (row.trainedOn !== undefined && !row.trainedOn.includes(state.untrained))) &&
      words.every((word) => textOf(row).includes(word)),
  );
};

const textOf = (row: LeaderboardRow): string => {
  const { name, retriever, reranker, llm, method, source, marks, licences = [] } = row;
  const texts = [name, retriever, reranker, llm, method, source.name, source.title, ...marks, ...licences];
  return texts.join(' ').toLowerCase();
};

export const filterCount = (state: ViewState): number =>
  [
    state.search,
    state.kinds.length,
    state.sources.length,
    state.family,
    state.size,
    state.open,
    state.generated,
    state.llm,
    state.method,
    state.licence,
    state.untrained,
    state.onlyTicked,
  ].filter(Boolean).length;

/** The score that ranks: of all tasks, or of one family. */
export const leadScore = ({ mean, families }: LeaderboardRow, family: string): number | undefined =>
  family === '' ? mean : own(families, family);

/** Place of every row among all rows of the board, whatever is filtered; equal scores share it. */
export const ranksOf = (rows: readonly LeaderboardRow[], family: string): ReadonlyMap<string, number> => {
  const scores = rows
    .filter(({ running }) => !running)
    .flatMap((row) => leadScore(row, family) ?? [])
    .sort((a, b) => b - a);
  return new Map(
    rows.flatMap((row) => {
      const score = leadScore(row, family);
      return score === undefined || row.running ? [] : [[row.key, 1 + scores.indexOf(score)] as const];
    }),
  );
};
