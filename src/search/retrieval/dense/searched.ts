import type { MatrixBackend } from './matrix-backend.js';
import type { VectorRows } from './vector-rows.js';

/** What candidates are looked for in, and with what. */
export interface Searched {
  readonly vectors: VectorRows;
  /** What each row's dot products are multiplied with, if anything. */
  readonly scales: Float32Array | undefined;
  readonly work: MatrixBackend;
}
