import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { type DenseEmbedder, InputError, type Role, WorkError } from '../../core/index.js';
import { openOnnx } from './open-dense.js';
import type { DenseSettings, OnnxInput } from './settings.js';

const golden = (name: string): string =>
  fileURLToPath(new URL(`../../../test/golden/onnx/${name}`, import.meta.url));

const open = async (input: OnnxInput<DenseSettings>): Promise<DenseEmbedder> => {
  const embedder = await openOnnx(input);
  onTestFinished(() => embedder.close());
  return embedder;
};

const embed = async (embedder: DenseEmbedder, texts: readonly string[], role: Role = 'document') => {
  const vectors: number[][] = [];
  const reasons: string[] = [];
  for await (const { embedded, failed } of embedder.embed(texts, role, testTools())) {
    for (const { place, vector } of embedded) vectors[place] = [...vector];
    for (const { place, reason } of failed) reasons[place] = reason;
  }
  return { vectors, reasons };
};

/** It ends in the last piece of the vocabulary, which the broken model lacks. */
const POISON = 'mother';
const TEXTS = ['chest pain', 'a cough that lasts', 'swollen joints of both hands'];

describe('openOnnx', () => {
  it('lets a text fail alone whose vector is no number, or whose token the model lacks', async () => {
    const settings = { file: 'onnx/broken.onnx', pooling: 'mean' } as const;
    const embedder = await open({ folder: golden('bert'), settings });
    const sound = await open({ folder: golden('bert'), settings: { pooling: 'mean' } });
    const { vectors, reasons } = await embed(embedder, ['fever', ...TEXTS, POISON]);
    expect(reasons[0]).toBe('the model gave numbers that are not finite');
    expect(reasons[4]).toMatch(/idx=399 must be within/);
    expect(vectors.filter(Boolean)).toHaveLength(TEXTS.length);
    expect(vectors.slice(1, 4)).toEqual((await embed(sound, TEXTS)).vectors);
  });

  it('encodes queries and rewrites with one model and documents with another', async () => {
    const settings = { pooling: 'cls' } as const;
    const both = await open({ folder: { query: golden('bert'), document: golden('xlm-r') }, settings });
    const [query, document] = await Promise.all(
      ['bert', 'xlm-r'].map((name) => open({ folder: golden(name), settings })),
    );
    const queries = (await embed(query!, TEXTS)).vectors;
    expect((await embed(both, TEXTS, 'query')).vectors).toEqual(queries);
    expect((await embed(both, TEXTS, 'rewrite')).vectors).toEqual(queries);
    expect((await embed(both, TEXTS, 'document')).vectors).toEqual((await embed(document!, TEXTS)).vectors);
    expect(both.spec).toMatchObject({
      encoders: { query: { pooling: 'cls' }, document: { pooling: 'cls' } },
    });
  });

  it('counts what it cut, by role', async () => {
    const settings = { pooling: 'mean', maxTokens: { query: 5 } } as const;
    const embedder = await open({ folder: golden('bert'), settings });
    await embed(embedder, TEXTS, 'query');
    await embed(embedder, TEXTS, 'document');
    expect(embedder.usage()).toMatchObject({ cut: { query: 3, rewrite: 0, document: 0 }, usd: 0 });
  });

  it('runs dynamically quantized models one text at a time', async () => {
    const embedder = await open({ folder: golden('bert'), settings: { pooling: 'mean', precision: 'int8' } });
    const together = await embed(embedder, TEXTS);
    expect(embedder.usage().calls).toBe(TEXTS.length);
    for (const [i, text] of TEXTS.entries())
      expect((await embed(embedder, [text])).vectors[0]).toEqual(together.vectors[i]);
  });

  it('pools the mean of a folder that says nothing, and says so', async () => {
    const { spec } = await open({ folder: golden('bert') });
    expect(spec).toMatchObject({
      pooling: 'mean',
      normalise: false,
      sources: { pooling: 'default of sentence-transformers', normalise: 'default' },
    });
  });

  it('says where every setting came from', async () => {
    const { spec } = await open({ folder: golden('bert-sentence'), settings: { maxTokens: { query: 10 } } });
    expect(spec).toMatchObject({
      kind: 'onnx-dense',
      file: 'onnx/model.onnx',
      pooling: 'mean',
      normalise: true,
      sources: {
        file: 'fp32, the fullest precision there',
        pooling: '1_Pooling/config.json',
        normalise: 'modules.json',
        'maxTokens.query': 'settings',
        'maxTokens.document': 'sentence_bert_config.json',
        'prompt.query': 'config_sentence_transformers.json: query',
        'prompt.rewrite': 'none',
      },
    });
  });

  it('reads a folder that sentence-transformers 6 saved as one that it saved before', async () => {
    const saved = (path: string): Buffer =>
      readFileSync(
        fileURLToPath(new URL(`../../../test/golden/sentence-transformers/${path}`, import.meta.url)),
      );
    const { vectors } = await embed(await open({ folder: golden('bert-sentence') }), TEXTS);
    const later = writtenFolder();
    cpSync(golden('bert-sentence'), later, { recursive: true });
    for (const file of ['1_Pooling/config.json', 'sentence_bert_config.json'])
      writeFileSync(join(later, file), saved(`folder/${file}`));
    const [transformer, pooling, , normalize] = JSON.parse(saved('folder/modules.json').toString());
    writeFileSync(join(later, 'modules.json'), JSON.stringify([transformer, pooling, normalize]));
    const embedder = await open({ folder: later });
    expect(embedder.spec).toMatchObject({ pooling: 'mean', normalise: true });
    expect((await embed(embedder, TEXTS)).vectors).toEqual(vectors);
    writeFileSync(join(later, '1_Pooling/config.json'), saved('poolings/max/config.json'));
    await expect(openOnnx({ folder: later })).rejects.toThrow(
      'pooling by max; expected one of cls, mean, lasttoken, weightedmean',
    );
    const said = await open({ folder: later, settings: { pooling: 'mean' } });
    expect((await embed(said, TEXTS)).vectors).toEqual(vectors);
  });

  it('has a spec that changes with what changes vectors and with nothing else', async () => {
    const spec = async (input: Partial<OnnxInput<DenseSettings>>) =>
      JSON.stringify((await open({ folder: golden('bert'), ...input })).spec);
    const plain = await spec({});
    expect(await spec({ settings: { threads: 1, tokenBudget: 99 } })).toBe(plain);
    expect(await spec({ settings: { pooling: 'cls' } })).not.toBe(plain);
    expect(await spec({ settings: { prompts: { query: { prefix: 'q' } } } })).not.toBe(plain);
    expect(await spec({ folder: golden('colbert') })).not.toBe(plain);
    expect(plain).not.toContain(golden('bert'));
  });

  it('takes the word of the caller for what the weights are', async () => {
    const { spec } = await open({ folder: golden('bert'), identity: { id: 'a/b', revision: 'c' } });
    expect(spec).toMatchObject({ weights: { id: 'a/b', revision: 'c' } });
  });

  it('says how to export a model that was exported to write', async () => {
    const input = { folder: golden('bert'), settings: { file: 'onnx/writing.onnx' } };
    await expect(openOnnx(input)).rejects.toThrow(WorkError);
    await expect(openOnnx(input)).rejects.toThrow(/past_key_values[\s\S]*--task feature-extraction/);
  });

  it('refuses a pooling the model has no output for', async () => {
    const input = { folder: golden('bert'), settings: { pooling: 'none' } as const };
    await expect(openOnnx(input)).rejects.toThrow(InputError);
    await expect(openOnnx(input)).rejects.toThrow(/last_hidden_state; expected sentence_embedding/);
  });

  it('names a file that is no model', async () => {
    const input = { folder: golden('bert'), settings: { file: 'config.json' } };
    await expect(openOnnx(input)).rejects.toThrow(/config\.json could not be opened/);
  });

  it('gives a vector to an empty text where special tokens stand for it, and names it where none do', async () => {
    const bert = await open({ folder: golden('bert') });
    expect((await embed(bert, [''])).vectors[0]).toHaveLength(16);
    const plain = await open({ folder: golden('gpt-neox'), settings: { pooling: 'last' } });
    expect((await embed(plain, ['', 'fever'])).reasons[0]).toBe('the text has no tokens');
    const ended = await open({ folder: golden('gpt-neox'), settings: { pooling: 'last', eos: 'append' } });
    expect((await embed(ended, [''])).vectors[0]).toHaveLength(16);
  });
});
