import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { builtFrom } from './manifest.js';

const manifest = (...sources: readonly object[]): string =>
  JSON.stringify({ format: 'r2med-nano/1', version: '0', settings: {}, sources, files: {} });
const BIOLOGY = { split: 'NanoBiology', task: 'Biology', contentHash: 'b' };
const SCIENCES = { split: 'NanoSciences', task: 'Sciences', contentHash: 's' };

describe('what a split was made of', () => {
  it('is in the manifest of its set, by its name', async () => {
    const folder = writtenFolder({ 'manifest.json': manifest(BIOLOGY, SCIENCES) });
    expect(await builtFrom(`${folder}#NanoSciences`)).toEqual({ task: 'Sciences', contentHash: 's' });
    expect(await builtFrom(`${folder}#Other`)).toBeUndefined();
    expect(await builtFrom(folder)).toBeUndefined();
  });

  it('needs no name where there is one only', async () => {
    const folder = writtenFolder({ 'manifest.json': manifest(BIOLOGY) });
    expect(await builtFrom(folder)).toEqual({ task: 'Biology', contentHash: 'b' });
  });

  it.each([
    ['no manifest', {}],
    ['the manifest of something else', { 'manifest.json': '{"name":"app"}' }],
    ['a broken one', { 'manifest.json': '{' }],
    ['one without hashes', { 'manifest.json': manifest({ split: 'x', task: 'Biology' }) }],
  ])('is not known from %s', async (_what, files) => {
    expect(await builtFrom(writtenFolder(files))).toBeUndefined();
  });

  it('is not known of a suite, which is no folder', async () => {
    expect(await builtFrom('nano')).toBeUndefined();
  });
});
