import type { LeaderboardRow } from '../../../page-data/index.js';

export const MOST = 4;

/** What the reader chose, all of it in the address. */
export interface CompareState {
  /** Rows in the order of the address; A first. */
  readonly rows: readonly LeaderboardRow[];
  /** The system that is held against A in detail. */
  readonly b: LeaderboardRow | undefined;
  readonly slice: string;
  /** The task whose queries are listed; empty for all. */
  readonly task: string;
  readonly moved: '' | 'up' | 'down';
  readonly show: number;
  /** `TASK/QUERY`, keys both: the query whose rankings are open. */
  readonly open: string;
}

/** Whatever an address says, as a state. Without systems: the best two. */
export const readCompareState = (state: URLSearchParams, own: readonly LeaderboardRow[]): CompareState => {
  const named = [...new Set(state.get('systems')?.split(',') ?? [])].flatMap(
    (key) => own.find((row) => row.key === key) ?? [],
  );
  const [best, second] = own;
  // "Is the best better than the next?"
  const rows =
    named.length > 1
      ? named.slice(0, MOST)
      : named[0]
        ? [named[0], ...own.filter((row) => row !== named[0]).slice(0, 1)]
        : best && second
          ? [second, best]
          : own.slice(0, 1);
  const [, ...others] = rows;
  const moved = state.get('moved');
  return {
    rows,
    b: others.find(({ key }) => key === state.get('b')) ?? others[0],
    slice: state.get('slice') ?? '',
    task: state.get('task') ?? '',
    moved: moved === 'up' || moved === 'down' ? moved : '',
    show: Math.max(10, Math.trunc(Number(state.get('show'))) || 10),
    open: state.get('open') ?? '',
  };
};
