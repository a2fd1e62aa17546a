import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { denseLayers } from './dense-layer.js';
import type { Layout } from './layout.js';

const safetensors = (tensors: Record<string, { dtype: string; data: Uint8Array }>): Uint8Array => {
  const parts = Object.values(tensors).map(({ data }) => data);
  let at = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, data }]) => {
      const offsets = [at, at + data.length];
      at += data.length;
      return [name, { dtype, shape: [], data_offsets: offsets }];
    }),
  );
  const text = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...header }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
};

const f32 = (...values: number[]) => ({
  dtype: 'F32',
  data: new Uint8Array(Float32Array.from(values).buffer),
});
const u16 = (dtype: string, ...bits: number[]) => ({
  dtype,
  data: new Uint8Array(Uint16Array.from(bits).buffer),
});

const config = (activation = 'torch.nn.modules.linear.Identity'): string =>
  JSON.stringify({ in_features: 2, out_features: 2, bias: true, activation_function: activation });

const layer = (files: Record<string, string | Uint8Array>) => {
  const folder = writtenFolder(files);
  return denseLayers({ steps: [{ kind: 'dense', path: join(folder, '2_Dense') }] } as unknown as Layout)[0]!;
};

describe('denseLayers', () => {
  it('are none where the layout has none', () => {
    expect(denseLayers({ steps: undefined } as unknown as Layout)).toEqual([]);
  });

  it('multiply by the weight, add the bias and apply the activation', () => {
    const project = layer({
      '2_Dense/config.json': config('torch.nn.modules.activation.Tanh'),
      '2_Dense/model.safetensors': safetensors({
        'linear.weight': f32(1, 2, 3, 4),
        'linear.bias': f32(0.5, -11),
      }),
    });
    expect([...project(Float32Array.of(1, 2))]).toEqual([Math.fround(Math.tanh(5.5)), 0]);
  });

  it.each([
    ['half precision', u16('F16', 0x3c00, 0, 0, 0x4000)],
    ['bfloat16', u16('BF16', 0x3f80, 0, 0, 0x4000)],
  ])('reads weights in %s, without a bias', (_, weight) => {
    const project = layer({
      '2_Dense/config.json': config(),
      '2_Dense/model.safetensors': safetensors({ 'linear.weight': weight }),
    });
    expect([...project(Float32Array.of(3, 5))]).toEqual([3, 10]);
  });

  it.each([
    [
      'weights in a format only PyTorch reads',
      { '2_Dense/config.json': config() },
      /without model\.safetensors/,
    ],
    [
      'an activation it does not know',
      { '2_Dense/config.json': config('torch.nn.modules.activation.GELU') },
      /activation torch.*GELU/,
    ],
    [
      'an activation that every object has',
      { '2_Dense/config.json': config('constructor') },
      /activation constructor/,
    ],
    [
      'a weight of another size',
      {
        '2_Dense/config.json': config(),
        '2_Dense/model.safetensors': safetensors({ 'linear.weight': f32(1) }),
      },
      /linear\.weight in bytes .* 4 numbers, as config\.json says/,
    ],
    [
      'numbers of another type',
      {
        '2_Dense/config.json': config(),
        '2_Dense/model.safetensors': safetensors({
          'linear.weight': { dtype: 'I8', data: new Uint8Array(4) },
        }),
      },
      /type I8/,
    ],
  ])('refuse %s', (_, files, message) => {
    expect(() => layer(files)).toThrow(message);
  });
});
