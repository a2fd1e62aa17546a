import type { Tools } from '../../../core/index.js';
import { kernelMatrixWork } from './kernel-matrix-backend.js';
import type { MatrixBackend } from './matrix-backend.js';
import { onnxMatrixWork } from './onnx-matrix-backend.js';

/** The fastest there is on this machine. */
export const openMatrixWork = async (name: string, tools: Tools): Promise<MatrixBackend> => {
  const onnx = await onnxMatrixWork(tools.workers.size);
  if (onnx) return onnx;
  tools.note(
    `${name}: searching without onnxruntime, with the same ranking but ten times slower; ` +
      'to change that: npm install onnxruntime-node@1.30.0 --ignore-scripts',
  );
  return kernelMatrixWork();
};
