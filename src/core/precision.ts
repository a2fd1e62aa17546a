/** Which ONNX file of a model: full precision, half, or 8-bit weights. */
export const PRECISIONS = ['fp32', 'fp16', 'int8'] as const;
/** Which ONNX file of a model: full precision, half, or 8-bit weights. */
export type Precision = (typeof PRECISIONS)[number];
