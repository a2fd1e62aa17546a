import type { FetchedFile } from '../../platform/hub/index.js';

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
