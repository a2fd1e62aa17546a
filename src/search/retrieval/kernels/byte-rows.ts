import { type KernelMemory, kernelMemory } from './kernels.js';

/** Rows of bytes that are compared with a query, all at once. */
export interface ByteRows {
  /** A row to write into. */
  row(index: number): Uint8Array;
  /** Lent until the next comparison. */
  dot(query: Uint8Array): Int32Array;
  /** Lent until the next comparison. */
  differingBits(query: Uint8Array): Int32Array;
}

/** Bytes the kernels take at once. */
const STEP = 16;
/** A WebAssembly memory ends at 4 GB; rows that need more are in several. */
const BLOCK_BYTES = 1 << 28;

export const byteRows = (rows: number, bytes: number): ByteRows => {
  const width = Math.ceil(bytes / STEP) * STEP;
  const perBlock = Math.max(1, Math.floor(BLOCK_BYTES / width));
  const blocks: { readonly memory: KernelMemory; readonly first: number; readonly count: number }[] = [];
  for (let first = 0; first < rows; first += perBlock) {
    const count = Math.min(perBlock, rows - first);
    blocks.push({ memory: kernelMemory(width * (count + 1) + 4 * count), first, count });
  }
  const results = new Int32Array(rows);
  const compare = (kernel: 'dotBytes' | 'differingBits', query: Uint8Array): Int32Array => {
    for (const { memory, first, count } of blocks) {
      const [asked, out] = [width * count, width * (count + 1)];
      new Uint8Array(memory.buffer, asked, bytes).set(query);
      memory.kernels[kernel](asked, 0, width, count, out);
      results.set(new Int32Array(memory.buffer, out, count), first);
    }
    return results;
  };
  return {
    row: (index) => {
      const { memory, first } = blocks[Math.floor(index / perBlock)]!;
      return new Uint8Array(memory.buffer, (index - first) * width, bytes);
    },
    dot: (query) => compare('dotBytes', query),
    differingBits: (query) => compare('differingBits', query),
  };
};
