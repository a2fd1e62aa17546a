import type { SparseVector, TokenVectors } from '../../../core/index.js';

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * How far apart two vectors of one text are: half the squared distance over the squared length of the longer one. For vectors of
 * equal length that is the cosine distance; one that is longer or shorter is apart too, which the dot product notices.
 * Infinite where their shapes differ.
 */
type Distance<Vector> = (a: Vector, b: Vector) => number;

const denseDistance: Distance<Float32Array> = (a, b) => {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let [apart, lengthA, lengthB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    apart += (a[i]! - b[i]!) ** 2;
    lengthA += a[i]! ** 2;
    lengthB += b[i]! ** 2;
  }
  return relative(apart, lengthA, lengthB);
};

const lateDistance: Distance<TokenVectors> = (a, b) =>
  a.dimensions === b.dimensions ? denseDistance(a.data, b.data) : Number.POSITIVE_INFINITY;

const sparseDistance: Distance<SparseVector> = (a, b) => {
  const weights = new Map(Array.from(a.indices, (index, i) => [index, a.weights[i]!]));
  let apart = 0;
  for (const [i, index] of b.indices.entries()) {
    apart += ((weights.get(index) ?? 0) - b.weights[i]!) ** 2;
    weights.delete(index);
  }
  for (const weight of weights.values()) apart += weight ** 2;
  return relative(apart, squared(a.weights), squared(b.weights));
};

const squared = (numbers: Float32Array): number => numbers.reduce((sum, number) => sum + number ** 2, 0);

const relative = (apart: number, lengthA: number, lengthB: number): number => {
  if (apart === 0) return 0;
  const distance = apart / (2 * Math.max(lengthA, lengthB));
  // A vector with NaN or an infinity in it is near no other; two of them are broken in the same way.
  if (Number.isFinite(distance)) return distance;
  return Number.isFinite(lengthA) || Number.isFinite(lengthB) ? Number.POSITIVE_INFINITY : 0;
};

/** How a kind of vector is stored; little-endian, as every machine Node runs on has it. */
export interface VectorBytes<Vector> {
  readonly kind: 'dense' | 'sparse' | 'late';
  write(vector: Vector): Uint8Array;
  /** Undefined if these bytes are not such a vector. It may look into the bytes, so it lasts only as long as they do. */
  read(bytes: Uint8Array): Vector | undefined;
  copy(vector: Vector): Vector;
  /** Whether it says nothing of its text. */
  isZero(vector: Vector): boolean;
  readonly distance: Distance<Vector>;
  /** How near a document is to a query: cosine, dot product, or the sum of the best dot product of each of the query's tokens. */
  similarity(query: Vector, document: Vector): number;
}

export const denseBytes: VectorBytes<Float32Array> = {
  kind: 'dense',
  write: bytesOf,
  read: (bytes) => (bytes.length % 4 === 0 && bytes.length > 0 ? floats(bytes) : undefined),
  copy: (vector) => vector.slice(),
  isZero: (vector) => vector.every(isNothing),
  distance: denseDistance,
  similarity: (a, b) => dot(a, b) / Math.sqrt(squared(a) * squared(b)),
};

/** Indices, then weights. */
export const sparseBytes: VectorBytes<SparseVector> = {
  kind: 'sparse',
  write: ({ indices, weights }) => joined(bytesOf(indices), bytesOf(weights)),
  read: (bytes) => {
    if (bytes.length % 8 !== 0) return undefined;
    const half = bytes.length / 2;
    const { buffer, byteOffset } = aligned(bytes);
    return {
      indices: new Int32Array(buffer, byteOffset, half / 4),
      weights: new Float32Array(buffer, byteOffset + half, half / 4),
    };
  },
  copy: ({ indices, weights }) => ({ indices: indices.slice(), weights: weights.slice() }),
  isZero: ({ weights }) => weights.every(isNothing),
  distance: sparseDistance,
  similarity: (query, document) => {
    const weights = new Map(Array.from(document.indices, (index, i) => [index, document.weights[i]!]));
    return query.indices.reduce((sum, index, i) => sum + query.weights[i]! * (weights.get(index) ?? 0), 0);
  },
};

/** Dimensions as one number, then the vectors of all tokens. */
export const lateBytes: VectorBytes<TokenVectors> = {
  kind: 'late',
  write: ({ dimensions, data }) => joined(bytesOf(Uint32Array.of(dimensions)), bytesOf(data)),
  read: (bytes) => {
    const dimensions = bytes.length < 4 ? 0 : new Uint32Array(bytes.slice(0, 4).buffer)[0]!;
    const tokens = (bytes.length - 4) / 4 / dimensions;
    return Number.isInteger(tokens) ? { dimensions, tokens, data: floats(bytes.subarray(4)) } : undefined;
  },
  copy: (vectors) => ({ ...vectors, data: vectors.data.slice() }),
  isZero: ({ data }) => data.every(isNothing),
  distance: lateDistance,
  similarity: (query, document) =>
    tokensIn(query).reduce(
      (sum, token) => sum + Math.max(...tokensIn(document).map((other) => dot(token, other))),
      0,
    ),
};

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const tokensIn = ({ tokens, dimensions, data }: TokenVectors): readonly Float32Array[] =>
  Array.from({ length: tokens }, (_, token) => data.subarray(token * dimensions, (token + 1) * dimensions));

const isNothing = (value: number): boolean => value === 0;

const floats = (bytes: Uint8Array): Float32Array => {
  const { buffer, byteOffset, byteLength } = aligned(bytes);
  return new Float32Array(buffer, byteOffset, byteLength / 4);
};

/** The bytes themselves, or a copy of them where a number may begin. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 4 === 0 ? bytes : bytes.slice());

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};
