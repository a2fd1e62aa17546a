import type { QueryDifficulty } from '../../../page-data/index.js';

export const SHOWS = { all: 'All', unsolved: 'No system solves', split: 'Some solve' } as const;

const byId = (a: QueryDifficulty, b: QueryDifficulty): number => (a.id < b.id ? -1 : 1);

export const SORTS = {
  hardest: { text: 'hardest first', compare: (a, b) => a.mean - b.mean || a.best - b.best || byId(a, b) },
  easiest: { text: 'easiest first', compare: (a, b) => b.mean - a.mean || b.best - a.best || byId(a, b) },
  longest: { text: 'longest first', compare: (a, b) => (b.words ?? 0) - (a.words ?? 0) || byId(a, b) },
  id: { text: 'by id', compare: byId },
} as const satisfies Record<
  string,
  { text: string; compare: (a: QueryDifficulty, b: QueryDifficulty) => number }
>;

/** The state of the list, as the address holds it. */
export interface QueryListState {
  readonly text: string;
  readonly show: keyof typeof SHOWS;
  readonly sort: keyof typeof SORTS;
}

/** What an address says; where it says nothing known, all queries, the hardest first. */
export const queryListState = (state: URLSearchParams): QueryListState => {
  const show = state.get('show') ?? '';
  const sort = state.get('sort') ?? '';
  return {
    text: state.get('text') ?? '',
    show: Object.hasOwn(SHOWS, show) ? (show as keyof typeof SHOWS) : 'all',
    sort: Object.hasOwn(SORTS, sort) ? (sort as keyof typeof SORTS) : 'hardest',
  };
};

export const shownQueries = (
  queries: readonly QueryDifficulty[],
  { text, show, sort }: QueryListState,
): readonly QueryDifficulty[] => {
  const wanted = text.trim().toLowerCase();
  return queries
    .filter(({ solvedBy, systems }) => {
      if (show === 'unsolved') return solvedBy === 0;
      return show === 'all' || (solvedBy > 0 && solvedBy < systems);
    })
    .filter(({ id, preview, bodySystem = '' }) =>
      `${id} ${preview} ${bodySystem}`.toLowerCase().includes(wanted),
    )
    .toSorted(SORTS[sort].compare);
};
