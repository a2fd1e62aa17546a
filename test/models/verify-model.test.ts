import { describe, expect, it } from 'vitest';
import { PROBE_TEXTS, storedProbes } from '../../src/models/registry/index.js';
import { fakePython } from '../support/fake-python.js';
import { r2med } from '../support/in-process.js';

const MODEL = 'all-minilm-l6-v2';

const verify = async (vectors: Readonly<Record<string, string>>) => {
  const { file, calls } = fakePython({ vectors });
  const { code, stdout, stderr } = await r2med(['models', 'verify', MODEL, '--python', file, '--json']);
  return { code, stdout, stderr, calls: calls().map(({ kind }) => kind) };
};

const stored = Object.fromEntries(
  PROBE_TEXTS.map(({ text }, i) => [text, storedProbes(MODEL)!.vectors[i]!] as const),
);

describe('models verify', () => {
  it('confirms a model by its stored vectors, and ends the program that it started', async () => {
    const { code, stdout, stderr, calls } = await verify(stored);
    expect([code, stderr.includes('has not ended')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({ model: MODEL, same: true });
    expect(calls).toEqual(['model', 'end']);
  });

  it('ends the program of a model that gives other vectors too', async () => {
    const { code, stderr, calls } = await verify({});
    expect([code, stderr]).toEqual([1, expect.stringContaining('gives other vectors than those stored')]);
    expect(calls).toEqual(['model', 'end']);
  });
});
