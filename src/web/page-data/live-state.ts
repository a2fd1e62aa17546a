import type { LiveRun } from '../../experiment/record/index.js';

/** A run as the page sees it. */
export interface ShownRun extends Omit<LiveRun, 'holder' | 'version'> {
  /** False when the process that wrote it is gone: it was killed before it could clean up. */
  readonly alive: boolean;
  /** Name of the record folder. */
  readonly results: string;
}

/** What is running now, in all record folders. */
export interface LiveState {
  readonly runs: readonly ShownRun[];
}
