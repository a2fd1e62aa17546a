import type { Matrix } from './matrix.js';

/** The best documents of each query, query by query and best first, among equals the earlier ones; `count` of each. */
export interface Highest {
  readonly scores: Float32Array;
  readonly rows: Int32Array;
}

/** Products of matrices in 32-bit floats: right up to the rounding errors of sums in any order. */
export interface MatrixBackend {
  readonly name: string;
  /**
   * The dot product of every query with every document, query by query, each times the document's scale if there are scales. They are
   * lent until the next are made.
   */
  products(queries: Matrix, documents: Matrix, scales?: Float32Array): Promise<Float32Array>;
  /** The highest of these products, where they are found on all threads as well. */
  readonly highest?: (
    queries: Matrix,
    documents: Matrix,
    scales: Float32Array | undefined,
    count: number,
  ) => Promise<Highest>;
  /**
   * The dot product of every query with every document, query by query: `documents` are rows of bytes, of `queries` each row holds one
   * byte of all of them. A byte stands for itself less 128. Exact as long as products fit into 32 bits.
   */
  readonly byteProducts?: (
    documents: Uint8Array,
    queries: Uint8Array,
    dimensions: number,
  ) => Promise<Int32Array>;
}
