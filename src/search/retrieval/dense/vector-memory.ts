import { mustFit, PROCESS_BYTES, type Tools } from '../../../core/index.js';
import { bytesPerVector, type Variant } from './variant.js';

/** What every document adds besides, measured: its id and its place, and in the cache its key, which the index of the cache holds too. */
const BYTES_PER_DOCUMENT = { given: 250, cached: 700 } as const;

/** Vectors that are to be searched. */
interface Wanted {
  readonly name: string;
  readonly documents: number;
  /** Where they are read from. */
  readonly from: keyof typeof BYTES_PER_DOCUMENT;
  readonly variant: Variant;
}

/**
 * Whether vectors of so many dimensions are held in memory, or read from disk whenever they are searched. Where codes are compared in
 * their place, they never are. Refuses what does not fit even so.
 */
export const holdsVectors =
  ({ name, documents, from, variant: { codes } }: Wanted, tools: Pick<Tools, 'memory'>) =>
  (dimensions: number): boolean => {
    const codeBytes = codes === undefined ? 0 : bytesPerVector(dimensions, { codes });
    const bytes = PROCESS_BYTES + documents * (BYTES_PER_DOCUMENT[from] + codeBytes);
    mustFit(
      { work: `${name}: searching ${documents} vectors on disk`, bytes, onEngine: codes === undefined },
      tools,
    );
    if (codes !== undefined) return false;
    return tools.memory === undefined || bytes + documents * 4 * dimensions <= tools.memory;
  };
