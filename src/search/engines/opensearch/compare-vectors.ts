import { type JsonObject, WorkError } from '../../../core/index.js';
import { errorBound } from '../../retrieval/index.js';
import { RELOAD } from '../read-back.js';
import { sumOf } from '../row-hash.js';
import { type AnswerHit, fieldOf } from './answers.js';

/** The fields that hold a vector bit by bit. */
export const VECTOR = ['bytes', 'sum'];
export const SOUND: JsonObject = { term: { sound: true } };
export const unit = (query: Float32Array, norm: number): number[] =>
  Array.from(query, (value) => Math.fround(value / norm));

/** Every vector's product with this one, in 32-bit floats; of those that match. */
export const comparedWith = (point: readonly number[], filter: readonly JsonObject[] = []): JsonObject => ({
  script_score: {
    query: { bool: { filter: [SOUND, ...filter] } },
    script: {
      lang: 'knn',
      source: 'knn_score',
      params: { field: 'vector', query_value: point, space_type: 'innerproduct' },
    },
  },
});

/**
 * The same scores where the index holds codes to compare: from the bytes of every vector, which is slower. `cosine`: by the vector's length.
 */
export const comparedByBytes = (point: readonly number[], cosine: boolean): JsonObject => ({
  script_score: {
    query: { bool: { filter: [SOUND] } },
    script: { lang: 'painless', source: BYTES_SCORE, params: { point, cosine } },
  },
});

/** A sum in doubles is nearer to the exact product than the sums that `boundOf` allows for. */
const BYTES_SCORE = `
  def ref = doc['bytes'].value; byte[] bytes = ref.bytes; int at = ref.offset;
  double sum = 0; int end = params.point.size();
  for (int i = 0; i < end; i++) {
    double value = params.point.get(i);
    sum += value * Float.intBitsToFloat((bytes[at] & 255) | ((bytes[at + 1] & 255) << 8) | ((bytes[at + 2] & 255) << 16) | (bytes[at + 3] << 24));
    at += 4;
  }
  if (params.cosine) { double norm = doc['norm'].value; sum = norm == 0 ? 0 : sum / norm; }
  return sum >= 0 ? 1 + sum : 1 / (1 - sum);`;

/** Half the distance from 1 to the next 32-bit float. */
const UNIT_ROUNDOFF = 2 ** -24;

/**
 * The most that the exact product of a vector with one of length 1 can be, if the engine scored it so high. Scores are 1 + product, and 1 / (1 − product)
 * where that is negative; the product was summed in 32-bit floats.
 */
export const boundOf = (dimensions: number, longest: number): ((score: number) => number) => {
  const summed = errorBound(dimensions) * longest;
  return (score) => {
    const product = score >= 1 ? score - 1 : 1 - 1 / score;
    return product + summed + 4 * UNIT_ROUNDOFF * (1 + Math.abs(product));
  };
};

/** The vector of a hit, which must be the one that was loaded. */
export const vectorIn = (hit: AnswerHit, dimensions: number): Float32Array => {
  const bytes = Buffer.from(fieldOf(hit, 'bytes'), 'base64');
  if (bytes.length !== 4 * dimensions || sumOf(bytes) !== fieldOf(hit, 'sum'))
    throw new WorkError('the cluster gave a vector that is not the one that was loaded', RELOAD);
  const vector = new Float32Array(dimensions);
  new Uint8Array(vector.buffer).set(bytes);
  return vector;
};
