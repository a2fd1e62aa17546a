import type { SparseVector, TokenVectors } from '../../core/index.js';
import type { Fate } from './settle-in-batches.js';
import { shown } from './shown.js';

/** What is made of a text: one vector, one over a vocabulary, one per token. */
export interface VectorOf {
  dense: Float32Array;
  sparse: SparseVector;
  late: TokenVectors;
}
export type Kind = keyof VectorOf;

/**
 * A vector read from what someone else's code gave. `misshapen` is a mistake in the code (no vector at all, or one of
 * another size); `failed` may be this text's fault (a number that is not finite).
 */
type ReadVector<Vector> = Fate<Vector> | { readonly misshapen: string };

interface VectorKind<Vector> {
  /** The function of a module that makes these. */
  readonly function: string;
  /** What a text should get, in words. */
  readonly expected: string;
  /** Copies: code that fills one buffer again and again does no harm. */
  read(value: unknown, dimensions: number | undefined): ReadVector<Vector>;
  /** What all vectors of a model have in common, if anything. */
  dimensionsOf(vector: Vector): number | undefined;
}

type Numbers = ArrayLike<unknown>;

const isNumbers = (value: unknown): value is Numbers =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** A number that is not finite, times 0, is not 0. A GPU makes millions of numbers a second: nothing is called for each. */
const areFinite = (values: Float32Array): boolean => {
  let nothing = 0;
  for (let i = 0; i < values.length; i++) nothing += values[i]! * 0;
  return nothing === 0;
};

/** Copies numbers as float32; returns the position of one that is not a number, or not finite as float32. */
const copied = (values: Numbers, into: Float32Array, offset: number): string | undefined => {
  if (values instanceof Float32Array && areFinite(values)) {
    into.set(values, offset);
    return undefined;
  }
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const place = offset + i;
    if (typeof value === 'number') into[place] = value;
    if (typeof value !== 'number' || !Number.isFinite(into[place]))
      return `number ${i + 1} of ${values.length} is ${shown(value)}, not a finite 32-bit float`;
  }
  return undefined;
};

const sized = (found: number, wanted: number | undefined): string | undefined =>
  wanted === undefined || found === wanted ? undefined : `${found} numbers where others have ${wanted}`;

const dense: VectorKind<Float32Array> = {
  function: 'embed',
  expected: 'an array of numbers or a Float32Array',
  read: (value, dimensions) => {
    if (!isNumbers(value) || value.length === 0) return { misshapen: shown(value) };
    const other = sized(value.length, dimensions);
    if (other) return { misshapen: other };
    const vector = new Float32Array(value.length);
    const failed = copied(value, vector, 0);
    return failed ? { failed } : { value: vector };
  },
  dimensionsOf: (vector) => vector.length,
};

/** The largest vocabulary an Int32Array can name. */
const HIGHEST_INDEX = 2 ** 31 - 1;

const sparse: VectorKind<SparseVector> = {
  function: 'embedSparse',
  expected: '{ indices, weights } of equal length, each index once',
  read: (value, dimensions) => {
    const { indices, weights } = (value ?? {}) as Partial<Record<'indices' | 'weights', unknown>>;
    if (!isNumbers(indices) || !isNumbers(weights)) return { misshapen: shown(value) };
    if (indices.length !== weights.length)
      return { misshapen: `${indices.length} indices with ${weights.length} weights` };
    const highest = dimensions === undefined ? HIGHEST_INDEX : dimensions - 1;
    const rows = Array.from(indices, (index, i) => ({
      index: index as number,
      weight: weights[i] as number,
    }));
    const strange = rows.find(({ index }) => !Number.isInteger(index) || index < 0 || index > highest);
    if (strange)
      return { misshapen: `index ${shown(strange.index)}, not a whole number from 0 to ${highest}` };
    rows.sort((a, b) => a.index - b.index);
    const twice = rows.find(({ index }, i) => index === rows[i + 1]?.index);
    if (twice) return { misshapen: `index ${twice.index} twice` };
    const rounded = new Float32Array(rows.length);
    const failed = copied(
      rows.map(({ weight }) => weight),
      rounded,
      0,
    );
    if (failed) return { failed };
    const weighted = rows.flatMap(({ index }, i) => (rounded[i] === 0 ? [] : [index]));
    return {
      value: { indices: Int32Array.from(weighted), weights: rounded.filter((weight) => weight !== 0) },
    };
  },
  dimensionsOf: () => undefined,
};

const late: VectorKind<TokenVectors> = {
  function: 'embedTokens',
  expected: 'an array with one vector per token, all of one size',
  read: (value, dimensions) => {
    if (!Array.isArray(value) || value.length === 0) return { misshapen: shown(value) };
    const rows = value.filter((row): row is Numbers => isNumbers(row) && row.length > 0);
    if (rows.length < value.length) return { misshapen: shown(value) };
    const size = dimensions ?? rows[0]!.length;
    const data = new Float32Array(rows.length * size);
    for (const [token, row] of rows.entries()) {
      const other = sized(row.length, size);
      if (other) return { misshapen: `token ${token + 1}: ${other}` };
      const failed = copied(row, data, token * size);
      if (failed) return { failed: `token ${token + 1}: ${failed}` };
    }
    return { value: { tokens: rows.length, dimensions: size, data } };
  },
  dimensionsOf: ({ dimensions }) => dimensions,
};

export const KINDS: { readonly [K in Kind]: VectorKind<VectorOf[K]> } = { dense, sparse, late };

/** Reads the vectors of one model, which all have one size: what was declared, else the first one's. */
export interface VectorReader<Vector> {
  read(value: unknown): ReadVector<Vector>;
  dimensions(): number | undefined;
}

export const vectorReader = <K extends Kind>(
  kind: K,
  declared: number | undefined,
): VectorReader<VectorOf[K]> => {
  const { read, dimensionsOf } = KINDS[kind];
  let dimensions = declared;
  return {
    read: (value) => {
      const found = read(value, dimensions);
      if ('value' in found) dimensions ??= dimensionsOf(found.value);
      return found;
    },
    dimensions: () => dimensions,
  };
};
