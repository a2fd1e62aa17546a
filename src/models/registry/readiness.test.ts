import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hubCacheWith } from '../../../test/support/model-cache.js';
import { modelEntries, modelEntry } from '../embedders/model-entries.js';
import { hubModelFile } from './hub-files.js';
import { downloadLine, readiness } from './readiness.js';

const BGE = 'BAAI/bge-large-en-v1.5';
const nothing = { hubCache: hubCacheWith({}), env: {} };

describe('readiness', () => {
  it('of an ONNX row asks for the graph and the tokenizer', async () => {
    const files = { 'onnx/model.onnx': 'graph', 'tokenizer.json': '{}' };
    const state = async (cached: Record<string, string>) =>
      (await readiness(modelEntry('bge'), { hubCache: hubCacheWith({ [BGE]: cached }), env: {} }))[0];
    expect(await state(files)).toEqual({ via: 'onnx', ready: true, state: 'files here' });
    for (const missing of Object.keys(files))
      expect(
        await state(Object.fromEntries(Object.entries(files).filter(([name]) => name !== missing))),
      ).toEqual({ via: 'onnx', ready: false, state: 'not fetched', fix: 'r2med fetch --model bge' });
  });

  it('of a service is whether its variable is set, and never shows the key', async () => {
    const set = await readiness(modelEntry('voyage'), { ...nothing, env: { VOYAGE_API_KEY: 'pa-secret' } });
    expect(set).toEqual([{ via: 'service', ready: true, state: 'VOYAGE_API_KEY set' }]);
    expect(JSON.stringify(set)).not.toContain('secret');
    const [unset] = await readiness(modelEntry('voyage'), { ...nothing, env: { VOYAGE_API_KEY: '' } });
    expect(unset).toMatchObject({ ready: false, state: 'needs VOYAGE_API_KEY' });
  });

  it('of anything else says the line that fixes it', async () => {
    for (const entry of Object.values(modelEntries()))
      for (const { ready, fix } of await readiness(entry, nothing)) {
        expect(ready).toBe(false);
        expect(fix).toBeTruthy();
      }
  });

  it('of a pair of encoders asks for both exports in one line', async () => {
    const [{ fix } = { fix: '' }] = await readiness(modelEntry('medcpt'), nothing);
    expect(fix).toMatch(/Query-Encoder .* && .*Article-Encoder /);
  });
});

describe('a file of a hub model', () => {
  it('is taken from the requested revision before any other', async () => {
    const cache = hubCacheWith({ [BGE]: { 'config.json': 'main' } });
    const wanted = 'a'.repeat(40);
    const folder = join(cache, 'models--BAAI--bge-large-en-v1.5', 'snapshots', wanted);
    mkdirSync(folder);
    writeFileSync(join(folder, 'config.json'), 'wanted');
    expect(await hubModelFile(cache, BGE, 'config.json', wanted)).toContain(wanted);
    expect(await hubModelFile(cache, BGE, 'config.json')).not.toContain(wanted);
  });

  it('is found in another revision when the requested one is not here', async () => {
    const cache = hubCacheWith({ [BGE]: { 'config.json': 'main' } });
    expect(await hubModelFile(cache, BGE, 'config.json', 'b'.repeat(40))).toBeDefined();
    expect(await hubModelFile(cache, BGE, 'model.onnx')).toBeUndefined();
  });
});

describe('the line that downloads', () => {
  it('names files, or patterns where there are some', () => {
    expect(downloadLine('a/b', ['tokenizer.json'])).toBe('hf download a/b tokenizer.json');
  });
});
