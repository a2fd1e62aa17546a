import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { task as openTask } from '../../tasks/index.js';
import { runSystem } from '../running/index.js';
import { system } from './system.js';
import { vectorForms } from './vector-forms.js';

const MODEL = `module:${fileURLToPath(new URL('../../../examples/own-model.mjs', import.meta.url))}`;
const context = async () => ({ task: await openTask('sample', 'Biology'), tools: testTools(), topK: 20 });

describe('the forms of a model', () => {
  it('are the systems that its variants name', async () => {
    const place = await context();
    const forms = await vectorForms(MODEL, place);
    const all = [forms.base, ...forms.smaller(256, [64])];
    expect(all.map(({ name }) => name)).toEqual([
      'hashing',
      'hashing(int8)',
      'hashing(binary)',
      'hashing(rescore:int8)',
      'hashing(rescore:binary)',
      'hashing(truncate:64)',
      'hashing(truncate:64+int8)',
      'hashing(truncate:64+binary)',
      'hashing(truncate:64+rescore:int8)',
      'hashing(truncate:64+rescore:binary)',
    ]);
    for (const [i, variant] of ['', '(int8)'].entries())
      expect(all[i]!.spec).toEqual((await system(`${MODEL}${variant}`, place)).spec);
    expect(all.at(-1)!.spec).toEqual((await system(`${MODEL}(truncate:64+rescore:binary)`, place)).spec);
    await forms.close();
  });

  it('leave out truncations that leave nothing out', async () => {
    const { smaller } = await vectorForms(MODEL, await context());
    expect(smaller(256, [256, 512])).toHaveLength(4);
    expect(smaller(256, [255])).toHaveLength(9);
  });

  it('of sparse vectors count fewer weights of queries and documents', async () => {
    const folder = writtenFolder({
      'sparse.mjs': `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  const vectors = texts.map((text) => ({ indices: [text.length + 10, 9], weights: [1, 0.5] }));
  console.log(JSON.stringify({ id, vectors }));
}`,
    });
    const place = await context();
    const command = `command:"${process.execPath} ${folder}/sparse.mjs"(kind=sparse)`;
    const { base, smaller, close } = await vectorForms(command, place);
    const found = smaller(10, [64]);
    expect(found).toHaveLength(16);
    expect([found[0]!.name, found.at(-1)!.name]).toEqual([
      `${base.name}(query=8,document=64)`,
      `${base.name}(query=32,document=512)`,
    ]);
    const { result } = await runSystem(found[0]!, place.task, place.tools);
    expect(result.record.facts.searchSeconds).toBe(0);
    await close();
  });

  it('are those of one model by itself', async () => {
    const place = await context();
    for (const text of [`${MODEL}(int8)`, `hyde(gpt4) > ${MODEL}`])
      await expect(vectorForms(text, place)).rejects.toThrow('one model without a variant');
    await expect(vectorForms(MODEL, { task: place.task })).rejects.toThrow('give its system `tools`');
    await expect(vectorForms('bm25', place)).rejects.toThrow('bm25, which has no model; expected a model');
  });
});
