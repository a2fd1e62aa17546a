import type { Json } from './json.js';

/** A step of work a person waits for. */
export interface Progress {
  advance(by?: number): void;
  done(): void;
}

/** Bytes kept between runs, found again by what was asked for. Unwritable storage behaves as an empty cache. */
export interface Cache {
  get(key: Json): Promise<Uint8Array | undefined>;
  put(key: Json, bytes: readonly Uint8Array[]): Promise<void>;
}

/** A function in a module of its own, run beside the main thread. */
export interface Workers {
  /** How many calls run at once; 1 means that calls run on the main thread. */
  readonly size: number;
  /**
   * Opens `size` lanes; each loads `module` once and calls its default export, `(setting) => (input) => output`.
   * A lane keeps its own state between its inputs.
   */
  open<In, Out>(module: URL, setting: Json): Promise<Lanes<In, Out>>;
}

export interface Lanes<In, Out> {
  readonly size: number;
  run(lane: number, input: In): Promise<Out>;
  close(): Promise<void>;
}

/** What a stage may use of the outside world; nothing else reaches it. */
export interface Tools {
  /** Milliseconds, monotonic. */
  now(): number;
  /** One line for the person who waits. */
  note(line: string): void;
  progress(label: string, total?: number): Progress;
  readonly cache: Cache;
  readonly workers: Workers;
  readonly signal: AbortSignal;
}
