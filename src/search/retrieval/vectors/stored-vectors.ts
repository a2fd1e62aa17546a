import {
  defined,
  type Embedder,
  endsRequests,
  type Item,
  type ItemKey,
  mustBeCached,
  type ReadingWork,
  type Role,
  type Tools,
} from '../../../core/index.js';
import { checkOf, type TextsOf } from './cached-vectors-check.js';
import { orderOf } from './known-order.js';
import type { VectorBytes } from './vector-bytes.js';

export interface Failure {
  readonly key: ItemKey;
  readonly reason: string;
}

/** The vectors of one embedder in one role: those made before, and those made now. */
export interface StoredVectors<Vector> {
  work(): ReadingWork;
  keyOf(text: string): ItemKey;
  /**
   * Hands over those made before, each once, in no order; they are lent. `textsOf` gives the texts of some of these keys: before
   * new vectors are made, a few are embedded again, to be sure that the model is still the one that made them. Whoever
   * reads the same again can do without.
   */
  read(
    keys: Iterable<ItemKey>,
    found: (key: ItemKey, vector: Vector) => void,
    textsOf?: TextsOf,
  ): Promise<void>;
  /** Makes vectors of these texts, keeping each batch before the next one comes; says of which it could not. */
  make(
    texts: ReadonlyMap<ItemKey, string>,
    found: (key: ItemKey, vector: Vector) => void,
  ): Promise<readonly Failure[]>;
}

export const textsIn = (
  texts: ReadonlyMap<ItemKey, string>,
  wanted: ReadonlySet<ItemKey>,
): ReadonlyMap<ItemKey, string> => new Map([...wanted].map((key) => [key, texts.get(key)!]));

/** Goes up when the same embedder and text would be cached as other bytes. */
const VERSION = 1;

export const storedVectors = async <Vector>(
  embedder: Embedder<Vector>,
  role: Role,
  format: VectorBytes<Vector>,
  tools: Tools,
): Promise<StoredVectors<Vector>> => {
  const { paid = false, spec } = embedder;
  const setting = { kind: `${format.kind}-vectors`, version: VERSION, embedder: spec, role };
  const items = await tools.items(setting, paid);
  const check = checkOf(embedder, format);
  const read = (keys: Iterable<ItemKey>, found: (key: ItemKey, vector: Vector) => void): Promise<void> =>
    items.read(keys, (key, bytes) => {
      const vector = format.read(bytes);
      if (vector) found(key, vector);
    });
  return {
    keyOf: items.keyOf,
    work: () => ({
      tokens: embedder.usage().tokens,
      ...defined({ matrixTokensPerSecond: embedder.matrixTokensPerSecond }),
    }),
    read: async (keys, found, texts) => {
      const sample = sampleOf<ItemKey>();
      await read(keys, (key, vector) => {
        sample.add(key);
        found(key, vector);
      });
      const whereabouts = async () => items.whereabouts?.();
      if (texts) check.add({ role, keys: sample.taken(), read, texts, whereabouts });
    },
    make: async (texts, found) => {
      mustBeCached(tools, () =>
        texts.size === 1 ? 'the vector of a text' : `the vectors of ${texts.size} texts`,
      );
      await check.run(tools);
      // Before the first is paid for.
      if (paid) await items.append([]);
      await orderOf(embedder, format).ask(tools);
      const keys = [...texts.keys()];
      const failures: Failure[] = [];
      const unanswered = new Set(keys);
      for await (const batch of embedder.embed([...texts.values()], role, tools)) {
        if (endsRequests(tools.signal)) throw tools.signal.reason;
        const made: Item[] = [];
        for (const { place, vector } of batch.embedded) {
          made.push({ key: keys[place]!, bytes: format.write(vector) });
          found(keys[place]!, vector);
          unanswered.delete(keys[place]!);
        }
        await items.append(made);
        for (const { place, reason } of batch.failed) {
          failures.push({ key: keys[place]!, reason });
          unanswered.delete(keys[place]!);
        }
      }
      for (const key of unanswered) failures.push({ key, reason: 'the embedder did not answer' });
      return failures;
    },
  };
};

/** Two of the last, which are short where embedders begin with the longest texts, and the first, which may be of another day. */
const sampleOf = <T>() => {
  let first: T | undefined;
  const last: T[] = [];
  return {
    add: (each: T): void => {
      first ??= each;
      if (last.push(each) > 2) last.shift();
    },
    taken: (): readonly T[] => (first === undefined ? [] : [...new Set([first, ...last])]),
  };
};
