import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { findModelFile, hashes, quantizesByBatch } from './model-file.js';

const ALL = {
  'onnx/model.onnx': 'full',
  'onnx/model_fp16.onnx': 'half',
  'onnx/model_qint8_avx512.onnx': 'eight',
};

describe('findModelFile', () => {
  it.each([
    ['fp32', 'onnx/model.onnx'],
    ['fp16', 'onnx/model_fp16.onnx'],
    ['int8', 'onnx/model_qint8_avx512.onnx'],
  ] as const)('finds %s by its usual names', (precision, name) => {
    expect(findModelFile(writtenFolder(ALL), { precision })).toMatchObject({ name, source: 'settings' });
  });

  it('takes the fullest precision there is', () => {
    expect(findModelFile(writtenFolder(ALL), {}).name).toBe('onnx/model.onnx');
    const { name, source } = findModelFile(writtenFolder({ 'model_quantized.onnx': '' }), {});
    expect([name, source]).toEqual(['model_quantized.onnx', 'int8, the fullest precision there']);
  });

  it('prefers the folder onnx, and takes an encoder of its own', () => {
    expect(findModelFile(writtenFolder({ ...ALL, 'model.onnx': '' }), {}).name).toBe('onnx/model.onnx');
    expect(findModelFile(writtenFolder({ 'encoder_model.onnx': '' }), {}).name).toBe('encoder_model.onnx');
  });

  it('takes a file by name', () => {
    expect(findModelFile(writtenFolder({ 'a/b.onnx': '' }), { file: 'a/b.onnx' }).name).toBe('a/b.onnx');
  });

  it('offers what is there instead of what is not', () => {
    expect(() => findModelFile(writtenFolder({ 'onnx/other.onnx': '' }), {})).toThrow(/onnx\/other\.onnx/);
    const half = { precision: 'fp16' } as const;
    expect(() => findModelFile(writtenFolder({ 'model.onnx': '' }), half)).toThrow(/precision fp16/);
    expect(() => findModelFile(writtenFolder(ALL), { file: 'gone.onnx' })).toThrow(
      /gone\.onnx: no such file/,
    );
    expect(() => findModelFile(writtenFolder(), {})).toThrow(/optimum-cli export onnx/);
  });
});

describe('hashes', () => {
  it('covers weights outside the ONNX file and the files named', async () => {
    const folder = writtenFolder({
      ...ALL,
      'onnx/model.onnx_data': 'x',
      'onnx/weights.data': 'y',
      'tokenizer.json': '{}',
    });
    const found = await hashes(folder, `${folder}/onnx/model.onnx`, [`${folder}/tokenizer.json`]);
    expect(Object.keys(found)).toEqual([
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'onnx/weights.data',
      'tokenizer.json',
    ]);
    expect(found['tokenizer.json']).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('quantizesByBatch', () => {
  it.each([
    ['in the middle', ['x'.repeat(10), 'DynamicQuantizeLinear', 'y'], true],
    ['over the border of two reads', ['x'.repeat((1 << 20) - 7), 'DynamicQuantizeMatMul'], true],
    ['not at all', ['QuantizeLinear'], false],
  ])('sees the operator %s', async (_, parts, expected) => {
    const folder = writtenFolder({ 'model.onnx': parts.join('') });
    expect(await quantizesByBatch(`${folder}/model.onnx`)).toBe(expected);
  });
});
