/** What `fetch` found or did about one file. */
export interface FetchedFile {
  /** In the repository and in the task's folder. */
  readonly name: string;
  readonly state: 'fetched' | 'already there' | 'missing';
  readonly bytes: number;
  /** Where it stands, or belongs. */
  readonly path: string;
  /** Where it comes from. */
  readonly address: string;
}

/** What `fetch` found or did about one task. */
export interface FetchReport {
  readonly task: string;
  readonly suite: string;
  readonly state: 'fetched' | 'already there' | 'missing' | 'comes with the package';
  readonly files: readonly FetchedFile[];
  /** Of the files that are there. */
  readonly bytes: number;
  /** The task's folder. */
  readonly path: string;
}

/** The state of a task is that of its worst file. */
export const stateOf = (files: readonly FetchedFile[]): FetchedFile['state'] =>
  (['missing', 'fetched'] as const).find((state) => files.some((file) => file.state === state)) ??
  'already there';
