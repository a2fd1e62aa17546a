import { type Matrix, rowsFrom } from './matrix.js';

export interface RowBlock {
  readonly first: number;
  readonly matrix: Matrix;
}

/**
 * The vectors of a corpus by row, in memory or on disk. What is handed over is lent until the next is asked for. One pass over them ends
 * before the next begins.
 */
export interface VectorRows {
  readonly rows: number;
  readonly dimensions: number;
  /** In memory: blocks of any size cost nothing. */
  readonly held: boolean;
  /** All rows in order, at most so many at a time. */
  blocks(most: number): AsyncIterable<RowBlock>;
  /** These rows in turn; they ascend. */
  each(rows: Uint32Array, take: (vector: Float32Array, place: number) => void): Promise<void>;
}

/** Rows passed over at once where one is looked at after the other. */
const FEW_ROWS = 256;

export const eachVector = async (
  vectors: VectorRows,
  take: (vector: Float32Array, row: number) => void,
): Promise<void> => {
  for await (const { first, matrix } of vectors.blocks(FEW_ROWS))
    for (let i = 0; i < matrix.rows; i++) take(rowsFrom(matrix, i, i + 1).data, first + i);
};

/**
 * Blocks begin at multiples of this and are about the same size, so that a product has the same bits whatever the blocks are: matrix
 * products of a few columns, and of the last columns next to whole vectors of the processor, are summed in another order.
 */
const ALIGNED_ROWS = 64;

const blockSize = (rows: number, most: number): number =>
  Math.ceil(rows / Math.ceil(rows / most) / ALIGNED_ROWS) * ALIGNED_ROWS;

export const inMemory = (matrix: Matrix): VectorRows => ({
  rows: matrix.rows,
  dimensions: matrix.dimensions,
  held: true,
  async *blocks(most) {
    const size = blockSize(matrix.rows, most);
    for (let first = 0; first < matrix.rows; first += size)
      yield { first, matrix: rowsFrom(matrix, first, Math.min(first + size, matrix.rows)) };
  },
  each: async (rows, take) => {
    for (let place = 0; place < rows.length; place++)
      take(rowsFrom(matrix, rows[place]!, rows[place]! + 1).data, place);
  },
});

export interface RowReader {
  readonly rows: number;
  readonly dimensions: number;
  /** Fills an array with these rows, which ascend. Throws where one of them is not what it was at first. */
  read(rows: Uint32Array, into: Float32Array): Promise<void>;
}

/** What is read at once: enough for long reads, little compared with the memory of any process. Two such blocks are held. */
const BLOCK_BYTES = 1 << 23;
/** And enough rows for `ALIGNED_ROWS` and more on each of 16 threads. */
const LEAST_ROWS = 2048;

export const onDisk = (
  { rows, dimensions, read }: RowReader,
  mostRows = Math.max(LEAST_ROWS, Math.floor(BLOCK_BYTES / 4 / dimensions)),
): VectorRows => {
  /** For two blocks, one after the other used again by all passes, of which there is one at a time. */
  const buffers: Float32Array[] = [];
  const bufferOf = (which: number, count: number): Float32Array => {
    if ((buffers[which]?.length ?? 0) < count * dimensions)
      buffers[which] = new Float32Array(count * dimensions);
    return buffers[which]!;
  };
  const fill = async (wanted: Uint32Array, into: Float32Array): Promise<Matrix> => {
    const data = into.subarray(0, wanted.length * dimensions);
    await read(wanted, data);
    return { rows: wanted.length, dimensions, data };
  };
  return {
    rows,
    dimensions,
    held: false,
    async *blocks(most) {
      if (rows === 0) return;
      const size = blockSize(rows, Math.min(most, mostRows));
      const begin = (first: number): Promise<Matrix> => {
        const wanted = Uint32Array.from({ length: Math.min(size, rows - first) }, (_, i) => first + i);
        const filled = fill(wanted, bufferOf((first / size) % 2, wanted.length));
        // A failure is reported when its turn comes.
        filled.catch(() => {});
        return filled;
      };
      // While a block is searched, the next is read.
      let next = begin(0);
      try {
        for (let first = 0; first < rows; first += size) {
          const matrix = await next;
          if (first + size < rows) next = begin(first + size);
          yield { first, matrix };
        }
      } finally {
        // Nothing is written any more when the next pass begins.
        await next.catch(() => {});
      }
    },
    each: async (wanted, take) => {
      const size = Math.min(mostRows, wanted.length);
      for (let from = 0; from < wanted.length; from += size) {
        const matrix = await fill(wanted.subarray(from, from + size), bufferOf(0, size));
        for (let i = 0; i < matrix.rows; i++) take(rowsFrom(matrix, i, i + 1).data, from + i);
      }
    },
  };
};
