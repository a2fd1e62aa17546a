import { createHash } from 'node:crypto';
import {
  type Cache,
  canonicalJson,
  type ItemKey,
  type Items,
  type Json,
  type Tools,
  type WorkerPool,
  type Workers,
} from '../../src/core/index.js';

export interface TestTools extends Tools {
  /** Every line noted so far. */
  readonly notes: string[];
  /** What the cache holds, by canonical JSON of the key; tests may damage it. */
  readonly stored: Map<string, Uint8Array>;
  /** The cached items, by canonical JSON of their setting; tests may damage or count them. */
  readonly kept: Map<string, Map<ItemKey, Uint8Array>>;
}

/**
 * Tools that touch nothing outside the test: a clock that stands still, a cache in memory, and workers that run on the
 * calling thread, each with a state of its own as worker threads have.
 */
export const testTools = ({ workers: pool = 1, signal = new AbortController().signal } = {}): TestTools => {
  const notes: string[] = [];
  const stored = new Map<string, Uint8Array>();
  const kept = new Map<string, Map<ItemKey, Uint8Array>>();
  return {
    now: () => 0,
    note: (line) => notes.push(line),
    warn: (line) => notes.push(line),
    progress: () => ({ advance: () => {}, status: () => {}, done: () => {} }),
    cache: memoryCache(stored),
    items: async (setting) => {
      const name = canonicalJson(setting);
      if (!kept.has(name)) kept.set(name, new Map());
      return memoryItems(kept.get(name)!);
    },
    workers: inlineWorkers(pool),
    signal,
    notes,
    stored,
    kept,
  };
};

const memoryCache = (stored: Map<string, Uint8Array>): Cache => ({
  get: async (key) => stored.get(canonicalJson(key)),
  open: async (key) => {
    const name = canonicalJson(key);
    const bytes = stored.get(name);
    // What a test has cut or taken away is gone for a reader too; other damage is for the checksums of the disk cache.
    const read = (offset: number, length: number) =>
      offset + length <= (stored.get(name)?.length ?? 0)
        ? stored.get(name)!.slice(offset, offset + length)
        : undefined;
    return bytes && { size: bytes.length, read };
  },
  put: async (key, parts) => {
    stored.set(canonicalJson(key), Uint8Array.from([...parts].flatMap((part) => [...part])));
  },
});

const memoryItems = (kept: Map<ItemKey, Uint8Array>): Items => ({
  keyOf: (asked) => createHash('sha256').update(asked).digest('base64') as ItemKey,
  read: async (keys, found) => {
    const wanted = new Set(keys);
    for (const [key, bytes] of kept) {
      if (!wanted.has(key)) continue;
      const lent = bytes.slice();
      found(key, lent);
      lent.fill(0xee);
    }
  },
  append: async (items) => {
    for (const { key, bytes } of items) kept.set(key, bytes.slice());
  },
  keys: async () => kept.keys(),
  claim: async () => () => {},
});

const inlineWorkers = (size: number): Workers => ({
  size,
  open: async <In, Out>(module: URL, setting: Json): Promise<WorkerPool<In, Out>> => {
    // Sources stand beside their tests as TypeScript, whatever name the compiled module will have.
    const source = module.href.replace(/\.js$/, '.ts');
    const { default: open } = (await import(source)) as { default: (setting: Json) => (input: In) => Out };
    const works = Array.from({ length: size }, () => open(setting));
    return {
      size,
      // A structured clone, as between threads: what cannot cross over fails here too.
      run: async (worker, input) => structuredClone(works[worker]!(structuredClone(input))),
      close: async () => {},
    };
  },
});
