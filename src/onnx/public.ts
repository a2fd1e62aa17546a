/** r2med/onnx: local ONNX models as embedders and scorers. */
export {
  type DenseSettings,
  type LateSettings,
  type OnnxInput,
  openOnnx,
  openOnnxLate,
  openOnnxScorer,
  openOnnxSparse,
  type Pooling,
  type Precision,
  type Prompt,
  type ScorerSettings,
  type SparseSettings,
  type Truncation,
} from './index.js';
