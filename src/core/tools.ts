import type { Json } from './json.js';

/** A step of work a person waits for. */
export interface Progress {
  /** What was there already says nothing of how long the rest takes. */
  advance(by?: number, fromCache?: boolean): void;
  /** What else the person who waits wants to know: failures, tokens, money. */
  status(text: string): void;
  done(): void;
}

/** Bytes cached between runs, found again by a key of the request. Unwritable storage behaves as an empty cache. */
export interface Cache {
  get(key: Json): Promise<Uint8Array | undefined>;
  /** Opens what is stored under a key, to read parts of it. */
  open(key: Json): Promise<CacheEntry | undefined>;
  put(key: Json, bytes: Iterable<Uint8Array>): Promise<void>;
}

/** Bytes of a cache that are read by parts. */
export interface CacheEntry {
  readonly size: number;
  /** These bytes, aligned as `offset` is; nothing if they are damaged or no longer there. */
  read(offset: number, length: number): Uint8Array | undefined;
}

/** The key of an item: a hash of the request. */
export type ItemKey = string & { readonly __brand: 'ItemKey' };

/** A value that is stored under a key, one of many. */
export interface Item {
  readonly key: ItemKey;
  readonly bytes: Uint8Array;
}

/**
 * Things that cost time or money (vectors, generations, scores), cached one by one as they come, so that a kill loses at
 * most what is in flight. Nothing is ever changed or taken out. What costs only time is made again where storage cannot be
 * written; what is paid for ends the work there.
 */
export interface Items {
  /** Equal texts, equal keys. */
  keyOf(asked: string): ItemKey;
  /**
   * Hands over each of these that is stored and intact, once, in the order of storage; a key that does not come is to be
   * made. The bytes are lent: copy what is to stay. What other processes stored meanwhile is found too.
   */
  read(keys: Iterable<ItemKey>, found: (key: ItemKey, bytes: Uint8Array) => void): Promise<void>;
  /** When it returns, these outlive the process; those that are paid for also a loss of power. */
  append(items: readonly Item[]): Promise<void>;
  /** The keys of all that is stored. */
  keys(): Promise<Iterable<ItemKey>>;
  /**
   * The right to make this item, which one process has at a time; waits for the one who has it. Look for the item again
   * afterwards: the other may have stored it. The result gives the right back.
   */
  claim(key: ItemKey, doing: string, signal: AbortSignal): Promise<() => void>;
  /** Where on this machine they are and when the last one came, for a message; nothing where there is no such place. */
  whereabouts?(): Promise<{ readonly folder: string; readonly lastWritten: Date } | undefined>;
}

/** A function in a separate module, run in parallel with the main thread. */
export interface Workers {
  /** How many calls run at once; 1 means that calls run on the main thread. */
  readonly size: number;
  /**
   * Opens `size` workers; each loads `module` once and calls its default export, `(setting) => (input) => output`.
   * A worker keeps its own state between its inputs.
   */
  open<In, Out>(module: URL, setting: Json): Promise<WorkerPool<In, Out>>;
}

/** Worker threads with the same work. */
export interface WorkerPool<In, Out> {
  readonly size: number;
  run(worker: number, input: In): Promise<Out>;
  close(): Promise<void>;
}

/** What a stage may use of the outside world; nothing else reaches it. */
export interface Tools {
  /** Milliseconds, monotonic. */
  now(): number;
  /** One line for the person who waits. */
  note(line: string): void;
  /** A line that must be seen: also where notes are switched off. */
  warn(line: string): void;
  progress(label: string, total?: number): Progress;
  readonly cache: Cache;
  /**
   * The items made under a setting: `setting` holds everything that changes them but the text requested. `paid` says that they cost money: before one
   * is made by a claim, and when one cannot be stored, an error ends the work rather than have the same paid for again.
   */
  items(setting: Json, paid?: boolean): Promise<Items>;
  readonly workers: Workers;
  /** Bytes of memory that work may use; nothing where that is unknown. `mustFit` compares. */
  readonly memory?: number;
  readonly signal: AbortSignal;
  /** No model may be asked: what is not cached stays missing, and the stage that needs it throws by `mustBeCached`. */
  readonly cachedOnly?: true;
}

/** The items one by one, with a bar that counts those that are done; the work between two of them can be stopped. */
export function* withProgress<T>(
  items: readonly T[],
  label: string,
  tools: Pick<Tools, 'progress' | 'signal'>,
): Generator<T, void> {
  const progress = tools.progress(label, items.length);
  try {
    for (const item of items) {
      tools.signal.throwIfAborted();
      yield item;
      progress.advance(1);
    }
  } finally {
    progress.done();
  }
}
