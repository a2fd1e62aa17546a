import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { COMMIT, location, MODEL, SMALLEST, tinyModel } from '../../../test/support/tiny-model.js';
import { testTools } from '../../../test/support/tools.js';
import { WorkError } from '../../core/index.js';
import { fetchModel } from './fetch-model.js';

const PINNED = { repository: MODEL, revision: COMMIT };

const names = (files: readonly { readonly name: string }[]): readonly string[] =>
  files.map(({ name }) => name);

describe('weights beside the graph', () => {
  const graph = (...outside: string[]) => ({
    content: `graph ${outside.map(location).join(' ')} end`,
    lfs: true,
  });
  const weights = { content: 'weights of the graph', lfs: true };

  it('come with it: those named after it, and those it names', async () => {
    const hub = await tinyModel({
      ...SMALLEST,
      'onnx/model.onnx': graph('model.onnx_data', 'Constant_7_attr__value', 'nowhere'),
      'onnx/model.onnx_data': weights,
      'onnx/model.onnx_data_1': weights,
      'onnx/Constant_7_attr__value': weights,
      'onnx/model_fp16.onnx_data': weights,
      'onnx/other': weights,
    });
    const report = await fetchModel(PINNED, hub.tools, hub.options);
    expect(names(report.files)).toEqual([
      'config.json',
      'tokenizer.json',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'onnx/model.onnx_data_1',
      'onnx/Constant_7_attr__value',
    ]);
    expect(readFileSync(join(hub.folder, 'onnx/model.onnx_data'), 'utf8')).toBe(weights.content);
    const again = await fetchModel(PINNED, hub.tools, hub.options);
    expect(again.files).toHaveLength(6);
    expect(again.state).toBe('already there');
  });

  it('that are missing offline are named, with and without a list', async () => {
    const hub = await tinyModel({ ...SMALLEST, 'model.onnx': graph('model.data'), 'model.data': weights });
    await fetchModel(PINNED, hub.tools, hub.options);
    rmSync(join(hub.folder, 'model.data'));
    for (const tools of [hub.tools, testTools()]) {
      const report = await fetchModel(PINNED, tools, { ...hub.options, offline: true });
      expect(names(report.files.filter(({ state }) => state === 'missing'))).toEqual(['model.data']);
    }
  });
});

describe('which graph', () => {
  it.each([
    [{}, 'onnx/model.onnx'],
    [{ precision: 'fp32' }, 'onnx/model.onnx'],
    [{ precision: 'fp16' }, 'onnx/model_fp16.onnx'],
    [{ precision: 'int8' }, 'onnx/model_int8.onnx'],
  ] as const)('%j is %s', async (choice, graph) => {
    const hub = await tinyModel();
    const { files } = await fetchModel(PINNED, hub.tools, { ...hub.options, ...choice });
    expect(names(files).filter((name) => name.endsWith('.onnx'))).toEqual([graph]);
  });

  it('a named one is fetched under its name', async () => {
    const hub = await tinyModel({ ...SMALLEST, 'special.onnx': { content: 'special' } });
    const { files } = await fetchModel({ ...PINNED, file: 'special.onnx' }, hub.tools, hub.options);
    expect(names(files).at(-1)).toBe('special.onnx');
  });

  it('one at the top will do', async () => {
    const hub = await tinyModel(SMALLEST);
    expect(names((await fetchModel(PINNED, hub.tools, hub.options)).files)).toEqual(Object.keys(SMALLEST));
  });
});

describe('a repository without', () => {
  const { 'model.onnx': _graph, ...withoutGraph } = SMALLEST;
  const { 'tokenizer.json': _tokenizer, ...withoutTokenizer } = SMALLEST;
  const { 'config.json': _config, ...withoutConfig } = SMALLEST;
  const other = { content: 'x' };

  it.each([
    ['an ONNX file', withoutGraph, {}, /^Tests\/Tiny-Model has no ONNX file\n/],
    [
      'the one asked for',
      SMALLEST,
      { file: 'onnx/x.onnx' },
      /^Tests\/Tiny-Model has no onnx\/x\.onnx, but model\.onnx\n/,
    ],
    [
      'the usual one',
      { ...withoutGraph, 'vespa.onnx': other },
      {},
      /^Tests\/Tiny-Model has no onnx\/model\.onnx, but vespa\.onnx\n/,
    ],
    [
      'the precision asked for',
      SMALLEST,
      { precision: 'int8' },
      /has no ONNX file of precision int8, but model\.onnx\n/,
    ],
    [
      'tokenizer.json',
      { ...withoutTokenizer, 'spiece.model': other },
      {},
      /has no tokenizer\.json, but spiece\.model\n/,
    ],
    ['config.json', withoutConfig, {}, /has no config\.json\n/],
  ] as const)('%s is a failure with the line that exports it', async (_, files, choice, message) => {
    const hub = await tinyModel(files);
    const { file, precision } = { file: undefined, precision: undefined, ...choice };
    const error = await failure(
      fetchModel({ ...PINNED, ...(file && { file }) }, hub.tools, {
        ...hub.options,
        ...(precision && { precision }),
      }),
    );
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(message);
    expect(error.message).toContain('optimum-cli export onnx --model Tests/Tiny-Model Tiny-Model-onnx');
    expect(error.message).toContain('--model-folder Tiny-Model-onnx');
    expect(hub.server.requests.map(({ place }) => place)).toEqual(['tree']);
  });
});
