import type { LiveState } from '../page-data/index.js';
import { type Changed, watchFolders } from './watch-folders.js';

/** Texts that change: `records` whenever any resource may have, `live` with what is running. */
export interface Changes {
  readonly records: string;
  readonly live: string;
}

/** Milliseconds between two looks at runs under way: that one was killed, no file says. */
const LOOK_AT_RUNS = 1000;

/** Milliseconds before folders are watched, and looked at again: the board that a page asks for at the same time comes first. */
const FIRST_VIEW = 300;

/** Tells all who watch of changes. While nothing changes and nothing runs, no file is looked at. */
export const changesIn = (
  roots: readonly string[],
  lookAtRecords: () => Promise<{ readonly revision: string }>,
  lastRecords: () => Promise<{ readonly revision: string }>,
  lookAtRuns: () => Promise<LiveState>,
) => {
  const listeners = new Set<(now: Changes) => void>();
  const state = {
    stop: undefined as (() => void) | undefined,
    last: undefined as Changes | undefined,
    runs: undefined as NodeJS.Timeout | undefined,
    turn: Promise.resolve(),
  };
  const look = async (what: Changed): Promise<void> => {
    if (listeners.size === 0) return;
    const { revision } = await (what === 'records' ? lookAtRecords() : lastRecords());
    const live = await lookAtRuns();
    clearTimeout(state.runs);
    if (live.runs.some(({ alive }) => alive) && listeners.size > 0)
      state.runs = setTimeout(() => soon('progress'), LOOK_AT_RUNS);
    const now = { records: revision, live: JSON.stringify(live) };
    if (now.records === state.last?.records && now.live === state.last.live) return;
    state.last = now;
    for (const listener of listeners) listener(now);
  };
  // One after the other. What cannot be looked at now is told by the answer that needs it.
  const soon = (what: Changed): void => {
    state.turn = state.turn.then(() => look(what)).catch(() => undefined);
  };
  const end = (): void => {
    state.stop?.();
    clearTimeout(state.runs);
    state.stop = undefined;
    state.last = undefined;
  };
  return {
    /** Something was found that no file tells: look at what is known. */
    found: (): void => soon('progress'),
    /** Calls with what is now, and whenever it changes, until the function that it gives is called. */
    watch(listener: (now: Changes) => void): () => void {
      listeners.add(listener);
      if (state.last) listener(state.last);
      if (!state.stop) {
        const begin = setTimeout(() => {
          state.stop = watchFolders(roots, soon);
          soon('records');
        }, FIRST_VIEW);
        state.stop = () => clearTimeout(begin);
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end();
      };
    },
  };
};
