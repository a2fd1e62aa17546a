/** One system on one task while `run` works. */
export interface LiveWork {
  readonly system: string;
  readonly task: string;
  readonly state: 'waiting' | 'running' | 'done' | 'incomplete' | 'failed';
  /** Of a failure, or of what is missing. */
  readonly reason?: string;
  /** What the run says it does now, and how far it is. */
  readonly step?: {
    readonly label: string;
    readonly done: number;
    readonly total?: number;
    readonly status?: string;
  };
  /** Scores so far with intervals, by measure; of finished work those of its record. */
  readonly scores?: Readonly<
    Record<string, { readonly mean: number; readonly interval?: readonly [number, number] }>
  >;
  readonly seconds?: number;
}

/** A process of `r2med run`, as it describes itself in its results folder. */
export interface LiveRun {
  readonly version: 1;
  readonly pid: number;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** The command without secrets. */
  readonly command: string;
  readonly suite?: string;
  readonly measure: string;
  readonly work: readonly LiveWork[];
  readonly spending: {
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly usd: number;
    readonly calls: number;
    readonly budgetUsd?: number;
  };
  /** The last notes the run printed, newest last. */
  readonly notes: readonly string[];
}

/** What is running now, in all record folders. */
export interface LiveState {
  /** The `revision` of the site's index: when it changes, other resources may have. */
  readonly revision: string;
  readonly runs: readonly (LiveRun & {
    /** False when the process that wrote it is gone: it was killed before it could clean up. */
    readonly alive: boolean;
    /** Name of the record folder. */
    readonly results: string;
  })[];
}
