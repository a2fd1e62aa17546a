import type { FetchedFile, HubOptions } from '../../platform/hub/index.js';

/** Settings of a task's download. */
export interface FetchOptions extends HubOptions {
  /** Published generations to fetch with the task: `METHOD/LLM`, as `hyde/gpt4`, or `all`. None by default. */
  readonly generations?: readonly string[];
  /** False leaves the counts to the caller that opens the task. */
  readonly verify?: boolean;
  /**
   * False: where the publisher names no revision, the main branch is what it was when it was last fetched, if it was; by
   * default the hub is asked.
   */
  readonly update?: boolean;
}

/** What `fetch` found or did about one task. */
export interface FetchReport {
  readonly task: string;
  readonly suite: string;
  readonly state: FetchedFile['state'] | 'comes with the package';
  readonly files: readonly FetchedFile[];
  /** Of the files that are there. */
  readonly bytes: number;
  /** The task's folder. */
  readonly path: string;
}
