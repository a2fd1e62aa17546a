import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, own } from '../../core/index.js';
import { fromHalf } from './float16.js';
import { type Layout, parseJson } from './layout.js';

/** A linear layer after the model, with what follows it. */
export type DenseLayer = (vector: Float32Array) => Float32Array;

const Config = z.looseObject({
  in_features: z.number().int().positive(),
  out_features: z.number().int().positive(),
  activation_function: z.string(),
});

const ACTIVATIONS: Readonly<Record<string, (value: number) => number>> = {
  Identity: (value) => value,
  Tanh: Math.tanh,
  ReLU: (value) => Math.max(value, 0),
};

/** The `Dense` modules of a folder in the sentence-transformers layout, in their order. */
export const denseLayers = ({ steps = [] }: Layout): readonly DenseLayer[] =>
  steps.flatMap((step) => (step.kind === 'dense' ? [readDenseLayer(step.path)] : []));

const readDenseLayer = (folder: string): DenseLayer => {
  const file = join(folder, 'config.json');
  const { in_features: inputs, out_features: outputs, activation_function } = Config.parse(parseJson(file));
  const activation = own(ACTIVATIONS, activation_function.split('.').at(-1)!);
  if (!activation)
    throw new InputError({
      at: { file },
      found: `activation ${activation_function}`,
      expected: `one of ${Object.keys(ACTIVATIONS).join(', ')}`,
    });
  const weights = join(folder, 'model.safetensors');
  if (!existsSync(weights))
    throw new InputError({
      at: { file: folder },
      found: 'a Dense module without model.safetensors',
      fix: 'save the model again with a current sentence-transformers, or export it with a sentence_embedding output',
    });
  const tensors = readSafetensors(weights);
  const weight = tensors['linear.weight'];
  if (weight?.length !== inputs * outputs)
    throw new InputError({ at: { file: weights }, found: 'no linear.weight of the size config.json names' });
  const bias = tensors['linear.bias'] ?? new Float32Array(outputs);
  return (vector) =>
    Float32Array.from({ length: outputs }, (_, j) => {
      let sum = bias[j]!;
      for (let i = 0; i < inputs; i++) sum += weight[j * inputs + i]! * vector[i]!;
      return activation(sum);
    });
};

const Header = z.record(
  z.string(),
  z.looseObject({ dtype: z.string().optional(), data_offsets: z.tuple([z.number(), z.number()]).optional() }),
);

/** safetensors: the header's length as a 64-bit number, the header as JSON, then the tensors' bytes. */
const readSafetensors = (file: string): Readonly<Record<string, Float32Array>> => {
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 8, start)));
  return Object.fromEntries(
    Object.entries(header).flatMap(([name, { dtype, data_offsets: offsets }]) => {
      if (!offsets) return [];
      // A copy, so that the numbers are where their type can be read.
      const data = new Uint8Array(bytes.subarray(start + offsets[0], start + offsets[1])).buffer;
      return [[name, numbers(file, data, dtype)]];
    }),
  );
};

const numbers = (file: string, data: ArrayBuffer, dtype: string | undefined): Float32Array => {
  if (dtype === 'F32') return new Float32Array(data);
  if (dtype === 'F16') return fromHalf(new Uint16Array(data));
  // bfloat16 is the upper half of a float32.
  if (dtype === 'BF16')
    return new Float32Array(Uint32Array.from(new Uint16Array(data), (bits) => bits << 16).buffer);
  throw new InputError({ at: { file }, found: `numbers of type ${dtype}`, expected: 'F32, F16 or BF16' });
};
