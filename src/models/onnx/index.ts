export { openOnnx } from './open-dense.js';
export { openOnnxLate } from './open-late.js';
export { openOnnxSparse } from './open-sparse.js';
export {
  type DenseSettings,
  type FileSettings,
  type Folders,
  type LateSettings,
  type OnnxInput,
  POOLINGS,
  type Pooling,
  PRECISIONS,
  type Precision,
  type Prompt,
  type SparseSettings,
  type TokenSettings,
} from './settings.js';
