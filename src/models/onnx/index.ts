export { longestFirst, onlySecond } from './encode.js';
export { exportedFrom, readPromptFile } from './layout.js';
export { openOnnx } from './open-dense.js';
export { openOnnxEntities } from './open-entities.js';
export { openOnnxLate } from './open-late.js';
export { openOnnxScorer } from './open-scorer.js';
export { openOnnxSparse } from './open-sparse.js';
export { ownPrompt } from './plan.js';
export { runtime as onnxRuntime } from './session.js';

export {
  type DenseSettings,
  type FileSettings,
  type LateSettings,
  POOLINGS,
  type Pooling,
  type ScorerSettings,
  type SparseSettings,
  type TokenSettings,
  TRUNCATIONS,
  type Truncation,
} from './settings.js';
