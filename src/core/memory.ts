import { byteSize } from './counted.js';
import { WorkError } from './errors.js';
import type { Tools } from './tools.js';

/** Memory of a process before it holds anything of a corpus, measured. */
export const PROCESS_BYTES = 150e6;

/** Work whose memory grows with its corpus. */
export interface MemoryNeed {
  /** What is to be done, as the subject of a sentence: "indexing the corpus for BM25". */
  readonly work: string;
  /** How many bytes of memory that takes, estimated. */
  readonly bytes: number;
  /** Whether `--engine` does the same work; true by default. */
  readonly onEngine?: boolean;
}

/** Refuses work that will not fit into memory, before it begins: a process that runs out of memory says nothing. */
export const mustFit = (
  { work, bytes, onEngine = true }: MemoryNeed,
  { memory }: Pick<Tools, 'memory'>,
): void => {
  if (memory === undefined || bytes <= memory) return;
  const more = `allow more: --memory ${Math.ceil(bytes / 1e9)}GB`;
  throw new WorkError(
    `${work} needs about ${byteSize(bytes)} of memory, and ${byteSize(memory)} may be used`,
    onEngine
      ? `let a search engine hold the corpus: --engine opensearch:URL or postgres:URL. Or ${more}`
      : more,
  );
};
