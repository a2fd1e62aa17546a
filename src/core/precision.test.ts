import { expect, it } from 'vitest';
import { filePrecision } from './precision.js';

it('names an ONNX file by its precision, none for what was published, and refuses what only PyTorch has', () => {
  expect(
    [undefined, 'fp32', 'fp16', 'int8', 'published'].map((each) => filePrecision(each as 'fp32')),
  ).toEqual([undefined, 'fp32', 'fp16', 'int8', undefined]);
  expect(() => filePrecision('bf16')).toThrow('--precision bf16 for an ONNX file');
  expect(() => filePrecision('autocast')).toThrow('add --python python3');
});
