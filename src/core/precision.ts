import { InputError } from './errors.js';

/** Number types of a model: of its weights, with `autocast` of its products alone, and with `published` of its published run. */
export const PRECISIONS = ['fp32', 'fp16', 'bf16', 'autocast', 'int8', 'published'] as const;
/** Number types of a model: of its weights, with `autocast` of its products alone, and with `published` of its published run. */
export type Precision = (typeof PRECISIONS)[number];

/** Which ONNX file of a model: full precision, half, or 8-bit weights. */
export type FilePrecision = 'fp32' | 'fp16' | 'int8';

/** The ONNX file that a precision names; none for `published`, which is the file of an entry. */
export const filePrecision = (precision: Precision | undefined): FilePrecision | undefined => {
  if (precision === undefined || precision === 'published') return undefined;
  if (precision === 'bf16' || precision === 'autocast')
    throw new InputError({
      found: `--precision ${precision} for an ONNX file`,
      expected: 'fp32, fp16 or int8',
      fix: 'add --python python3 to run the model in PyTorch',
    });
  return precision;
};
