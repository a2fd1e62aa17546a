import { mustFit, type Tools } from '../../core/index.js';
import { bytesPerVector, type Variant } from './variant.js';

/** Memory of a process that searches vectors, without any: Node, onnxruntime, blocks of vectors and their products. */
const BASE_BYTES = 150e6;
/** What every document adds besides: its id, its key, its place. */
const BYTES_PER_DOCUMENT = 150;

/**
 * Whether vectors of so many dimensions are held in memory, or read from disk whenever they are searched. Where codes are compared in
 * their place, they never are. Refuses what does not fit even so.
 */
export const holdsVectors =
  (name: string, documents: number, { codes }: Variant, tools: Pick<Tools, 'memory'>) =>
  (dimensions: number): boolean => {
    const codeBytes = codes === undefined ? 0 : bytesPerVector(dimensions, { codes });
    const bytes = BASE_BYTES + documents * (BYTES_PER_DOCUMENT + codeBytes);
    mustFit({ work: `${name}: searching ${documents} vectors on disk`, bytes }, tools);
    if (codes !== undefined) return false;
    return tools.memory === undefined || bytes + documents * 4 * dimensions <= tools.memory;
  };
