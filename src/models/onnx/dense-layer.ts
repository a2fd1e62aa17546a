import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, LIMITS, limitText, own } from '../../core/index.js';
import { fromHalf } from './float16.js';
import { brokenFile, type Layout, required } from './layout.js';

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
  const { in_features: inputs, out_features: outputs, activation_function } = required(file, Config);
  const activation = own(ACTIVATIONS, activation_function.split('.').at(-1)!);
  if (!activation)
    throw new InputError({
      at: { file },
      found: `activation ${activation_function}`,
      expected: `one of ${Object.keys(ACTIVATIONS).join(', ')}`,
      fix: 'run the model with --python',
    });
  const weights = join(folder, 'model.safetensors');
  if (!existsSync(weights))
    throw new InputError({
      at: { file: folder },
      found: 'a Dense module without model.safetensors',
      fix: 'save the model again with a current sentence-transformers, or export it with a sentence_embedding output',
    });
  const tensor = openSafetensors(weights);
  const weight = tensor('linear.weight', inputs * outputs);
  if (!weight) throw brokenFile(weights, 'no linear.weight', `${inputs * outputs} numbers of that name`);
  const bias = tensor('linear.bias', outputs) ?? new Float32Array(outputs);
  return (vector) => {
    if (vector.length !== inputs)
      throw brokenFile(file, `a layer for vectors of ${inputs} numbers`, `one for ${vector.length}`);
    return Float32Array.from({ length: outputs }, (_, j) => {
      let sum = bias[j]!;
      for (let i = 0; i < inputs; i++) sum += weight[j * inputs + i]! * vector[i]!;
      return activation(sum);
    });
  };
};

const Header = z.record(
  z.string(),
  z.looseObject({
    dtype: z.string().optional(),
    data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]).optional(),
  }),
);

/** safetensors: the header's length as a 64-bit number, the header as JSON, then the tensors' bytes. */
const openSafetensors = (file: string) => {
  const { size } = statSync(file);
  if (size > LIMITS.denseLayer.most)
    throw brokenFile(file, `${size} bytes of a Dense module`, `at most ${limitText(LIMITS.denseLayer)}`);
  const bytes = readFileSync(file);
  const start = bytes.length < 8 ? Number.POSITIVE_INFINITY : 8 + Number(bytes.readBigUInt64LE(0));
  if (start > bytes.length)
    throw brokenFile(file, `${bytes.length} bytes that end before their header does`, 'safetensors');
  const header = headerIn(file, bytes.toString('utf8', 8, start));
  /** The numbers of a name; undefined where there is none of it. */
  return (name: string, count: number): Float32Array | undefined => {
    const { dtype = 'nothing', data_offsets: offsets } = own(header, name) ?? {};
    if (!offsets) return undefined;
    const [from, to] = [start + offsets[0], start + offsets[1]];
    const type = own(TYPES, dtype);
    if (!type) throw brokenFile(file, `${name} of type ${dtype}`, `one of ${Object.keys(TYPES).join(', ')}`);
    if (to > bytes.length || to - from !== count * type.bytes)
      throw brokenFile(
        file,
        `${name} in bytes ${from} to ${to} of ${bytes.length}`,
        `${count} numbers, as config.json says, of ${type.bytes} bytes each`,
      );
    // A copy, so that the numbers are where their type can be read.
    return type.read(new Uint8Array(bytes.subarray(from, to)).buffer);
  };
};

const headerIn = (file: string, text: string): z.infer<typeof Header> => {
  try {
    return Header.parse(JSON.parse(text));
  } catch {
    throw brokenFile(file, 'a header that names no tensors', 'safetensors');
  }
};

const TYPES: Readonly<Record<string, { readonly bytes: number; read(data: ArrayBuffer): Float32Array }>> = {
  F32: { bytes: 4, read: (data) => new Float32Array(data) },
  F16: { bytes: 2, read: (data) => fromHalf(new Uint16Array(data)) },
  // bfloat16 is the upper half of a float32.
  BF16: {
    bytes: 2,
    read: (data) => new Float32Array(Uint32Array.from(new Uint16Array(data), (bits) => bits << 16).buffer),
  },
};
