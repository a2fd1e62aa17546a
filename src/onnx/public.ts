/** r2med/onnx: local ONNX models as embedders and scorers. */
export {
  type DenseSettings,
  type LateSettings,
  openOnnx,
  openOnnxLate,
  openOnnxScorer,
  openOnnxSparse,
  type Pooling,
  type Precision,
  type ScorerSettings,
  type SparseSettings,
} from './index.js';
