import {
  type EmbeddedBatch,
  type Embedder,
  type Json,
  KNOWN_ORDER,
  type Role,
  random,
  type SparseVector,
  type TokenVectors,
  type Tools,
} from '../../src/core/index.js';

/** An embedder without weights; says what it was asked and can be told to fail. */
export interface TestEmbedder<Vector> extends Embedder<Vector> {
  /** Every text it was asked for, with its role. */
  readonly asked: { readonly text: string; readonly role: Role }[];
}

export interface TestEmbedderOptions {
  readonly dimensions?: number;
  /** Texts it gives no vector for. */
  readonly fails?: (text: string) => boolean;
  readonly batch?: number;
}

/** What a model is known by before it is asked for anything: no text of a test. */
export const KNOWN_TEXTS: ReadonlySet<string> = new Set(Object.values(KNOWN_ORDER));

/** Whatever instruction stands around it. */
export const isKnownText = (text: string): boolean => [...KNOWN_TEXTS].some((known) => text.includes(known));

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** FNV-1a, then mixed so that every bit counts. */
const hash = (text: string): number => {
  let value = 2166136261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
};

const embedderOf = <Vector>(
  spec: Json,
  vectorOf: (text: string) => Vector,
  { fails: given = () => false, batch = 3 }: TestEmbedderOptions,
): TestEmbedder<Vector> => {
  const fails = (text: string): boolean => !KNOWN_TEXTS.has(text) && given(text);
  const asked: { text: string; role: Role }[] = [];
  return {
    spec,
    asked,
    async *embed(texts: readonly string[], role: Role, _tools: Tools): AsyncIterable<EmbeddedBatch<Vector>> {
      const places = [...texts.keys()].reverse();
      for (let from = 0; from < places.length; from += batch) {
        const some = places.slice(from, from + batch);
        asked.push(
          ...some
            .filter((place) => !KNOWN_TEXTS.has(texts[place]!))
            .map((place) => ({ text: texts[place]!, role })),
        );
        yield {
          embedded: some
            .filter((place) => !fails(texts[place]!))
            .map((place) => ({ place, vector: vectorOf(texts[place]!) })),
          failed: some.filter((place) => fails(texts[place]!)).map((place) => ({ place, reason: 'too odd' })),
        };
      }
    },
    usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: asked.length, usd: 0 }),
    close: async () => {},
  };
};

/** Words hashed into dimensions, each with a sign: texts with the same words are near. */
export const hashingEmbedder = (options: TestEmbedderOptions = {}): TestEmbedder<Float32Array> => {
  const { dimensions = 256 } = options;
  return embedderOf(
    { embedder: 'hashing', dimensions },
    (text) => {
      const vector = new Float32Array(dimensions);
      for (const word of words(text)) vector[hash(word) % dimensions]! += hash(word) & 4096 ? 1 : -1;
      return vector;
    },
    options,
  );
};

/**
 * Vectors that are hard to put in order: some differ from each other by the last bit of one number, some are long or short, zero, or have a NaN or an
 * infinity in them. All are decided by their texts.
 */
export const trickyEmbedder = (options: TestEmbedderOptions = {}): TestEmbedder<Float32Array> => {
  const { dimensions = 37 } = options;
  const numbers = (seed: number): Float32Array => {
    const next = random(seed);
    return new Float32Array(dimensions).map(() => next() - 0.5);
  };
  return embedderOf(
    { embedder: 'tricky', dimensions },
    (text) => {
      const seed = hash(text);
      const near = numbers(7);
      const bits = new Int32Array(near.buffer);
      switch (seed % 16) {
        case 0:
          return new Float32Array(dimensions);
        case 1:
          return numbers(seed).fill(seed % 3 === 0 ? Number.NaN : Number.POSITIVE_INFINITY, 3, 4);
        case 2:
          return numbers(seed).map((value) => value * 1e-20);
        case 3:
          return numbers(seed).map((value) => value * 1e4);
        case 4:
        case 5:
        case 6:
        case 7:
          bits[seed % dimensions]! += (seed >> 8) % 3;
          return near;
        default:
          return numbers(seed);
      }
    },
    options,
  );
};

/** Each word a dimension of its own, weighted by how often it stands there. */
export const countingEmbedder = (options: TestEmbedderOptions = {}): TestEmbedder<SparseVector> => {
  const { dimensions = 30_000 } = options;
  return embedderOf(
    { embedder: 'counting', dimensions },
    (text) => {
      const counts = new Map<number, number>();
      for (const word of words(text))
        counts.set(hash(word) % dimensions, (counts.get(hash(word) % dimensions) ?? 0) + 1);
      const indices = Int32Array.from(counts.keys()).sort();
      return { indices, weights: Float32Array.from(indices, (index) => Math.log1p(counts.get(index)!)) };
    },
    options,
  );
};

/** A unit vector per word, drawn from the word. */
export const wordwiseEmbedder = (options: TestEmbedderOptions = {}): TestEmbedder<TokenVectors> => {
  const { dimensions = 32 } = options;
  return embedderOf(
    { embedder: 'wordwise', dimensions },
    (text) => {
      const found = words(text);
      const data = new Float32Array(found.length * dimensions);
      for (const [token, word] of found.entries()) {
        const row = data.subarray(token * dimensions, (token + 1) * dimensions);
        for (let k = 0; k < dimensions; k++) row[k] = (hash(`${word} ${k}`) / 2 ** 32 - 0.5) * 2;
        const norm = Math.hypot(...row);
        for (let k = 0; k < dimensions; k++) row[k]! /= norm;
      }
      return { tokens: found.length, dimensions, data };
    },
    options,
  );
};
