import { WorkError } from '../../../core/index.js';
import { RELOAD } from '../read-back.js';
import { sumOf } from '../row-hash.js';
import type { Row } from './client.js';

/** What pgvector sends before the numbers of a vector: how many there are, and two bytes of nothing. */
const HEAD = 4;

/** The vector of a row, which must be the one that was loaded: 32-bit floats, the highest byte first. */
export const vectorIn = ({ bits, sum }: Row, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  if (bits instanceof Uint8Array && bits.length === HEAD + 4 * dimensions) {
    const view = new DataView(bits.buffer, bits.byteOffset + HEAD, 4 * dimensions);
    for (let k = 0; k < dimensions; k++) vector[k] = view.getFloat32(4 * k);
    if (sumOf(new Uint8Array(vector.buffer)) === sum) return vector;
  }
  throw new WorkError('the database gave a vector that is not the one that was loaded', RELOAD);
};
