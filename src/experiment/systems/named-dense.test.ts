import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { canonicalJson, corpusOf, InputError, queryId, type Retriever } from '../../core/index.js';
import { fuse, rrf } from '../../search/fusion/index.js';
import { bm25 } from '../../search/retrieval/index.js';
import { dense, type NamedDenseOptions } from './named-dense.js';
import { system } from './system.js';

const MODEL = `module:${fileURLToPath(new URL('../../../examples/own-model.mjs', import.meta.url))}`;
const BERT = fileURLToPath(new URL('../../../test/golden/onnx/bert', import.meta.url));
const corpus = corpusOf('k', [
  { id: 'gout', text: 'Urate crystals inflame the joint.' },
  { id: 'scurvy', text: 'Bleeding gums for want of vitamin C.' },
]);
const query = { id: queryId('q'), text: 'urate crystals in a joint' };
const tools = testTools();

const opened = async (name: string, options: NamedDenseOptions = {}): Promise<Retriever> => {
  const retriever = await dense(name, { tools, ...options });
  onTestFinished(() => retriever.close!());
  return retriever;
};

describe('a model by its name', () => {
  it('is opened, meets its corpus, and is closed again', async () => {
    const retriever = await dense(MODEL, { topK: 1, tools });
    const { run } = await retriever.open(corpus, testTools());
    expect((await run([query]))[0]!.hits.map(({ docId }) => docId)).toEqual(['gout']);
    await retriever.close!();
  });

  it('can be fused with others', async () => {
    const both = fuse([bm25(), await opened(MODEL)], rrf({ k: 60 }));
    const { run } = await both.open(corpus, testTools());
    const [found] = await run([query]);
    expect(found!.hits[0]).toEqual({ docId: 'gout', score: 2 / 61 });
    await both.close?.();
  });

  it('is described as the system of the same text', async () => {
    const made = madeTask({ documents: [], queries: [], judgements: [] });
    const { spec } = await opened(`${MODEL}(int8)`, { topK: 5, task: made });
    expect(spec).toEqual((await system(`${MODEL}(int8)`, { task: made, topK: 5, tools })).spec);
  });

  it('has another spec for another folder, pooling, precision or setting', async () => {
    const other = writtenFolder({}, 'bert');
    cpSync(BERT, other, { recursive: true });
    const same = canonicalJson((await opened(`onnx:${other}`)).spec);
    cpSync(join(BERT, '../colbert/tokenizer.json'), join(other, 'tokenizer.json'));
    const specs = await Promise.all(
      [
        opened(`onnx:${BERT}`),
        opened(`onnx:${other}`),
        opened(`onnx:${BERT}(pooling=cls)`),
        opened(`onnx:${BERT}`, { model: { pooling: 'last' } }),
        opened(`onnx:${BERT}`, { model: { precision: 'int8' } }),
        opened(`onnx:${BERT}(similarity=dot)`),
        opened(`onnx:${BERT}(truncate:8)`),
      ].map(async (retriever) => canonicalJson((await retriever).spec)),
    );
    expect(new Set(specs).size).toBe(specs.length);
    expect(specs[0]).toBe(same);
  });

  it('that is in the registry is said to be so when it is opened as a bare folder', async () => {
    const folder = writtenFolder({}, 'export');
    cpSync(BERT, folder, { recursive: true });
    const config = JSON.parse(readFileSync(join(BERT, 'config.json'), 'utf8'));
    const named = { ...config, _name_or_path: 'facebook/contriever-msmarco' };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(named));
    const noting = testTools();
    await opened(`onnx:${folder}`, { tools: noting });
    expect(noting.notes).toEqual([
      expect.stringContaining(`--retriever contriever --model-folder ${folder} uses them`),
    ]);
  });

  it('of the registry needs no config.json in its folder', async () => {
    const bare = writtenFolder({}, 'bare');
    for (const file of ['tokenizer.json', 'onnx/model.onnx']) cpSync(join(BERT, file), join(bare, file));
    const hitsIn = async (folder: string) => {
      const model = await opened('bge', { model: { folder, maxTokens: 40 } });
      return (await (await model.open(corpus, testTools())).run([query]))[0]!.hits;
    };
    expect(await hitsIn(bare)).toEqual(await hitsIn(BERT));
    await expect(dense(`onnx:${bare}`, { tools })).rejects.toThrow(/no config\.json[\s\S]*maxTokens=512/);
    await opened(`onnx:${bare}(maxTokens=40)`);
  });

  it('uses what is said of it, or refuses it', async () => {
    const pooled = await opened('bge', { model: { folder: BERT, pooling: 'last', maxTokens: 40 } });
    expect(pooled.spec).toMatchObject({ embedder: { pooling: 'last' } });
    const endpoints = ['http://127.0.0.1:9/v1'];
    await expect(dense('bge(pooling=mean)', { tools, model: { endpoints } })).rejects.toThrow(
      'unknown setting of bge, a served model',
    );
    const served = await opened('served:http://127.0.0.1:9/v1#m(normalise=true)');
    expect(served.spec).toMatchObject({ embedder: { normalise: true } });
  });

  it('is one model, and one that there is', async () => {
    await expect(dense('bge > top(3)')).rejects.toThrow(InputError);
    await expect(dense('bgee', { tools })).rejects.toThrow('did you mean "bge"');
    await expect(dense('npy:vectors', { tools })).rejects.toThrow('a task, whose vectors');
  });
});
