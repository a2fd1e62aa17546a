import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeLlama } from '../../../test/support/fake-llama.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import type { Role } from '../../core/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { openGgufEmbedder } from './embed.js';

const tools = nodeTools({ quiet: true });

const opened = async (settings: Partial<Parameters<typeof openGgufEmbedder>[1]> = {}) => {
  const { fake, module } = fakeLlama();
  vi.doMock('node-llama-cpp', module);
  const file = `${writtenFolder({ 'm.gguf': 'GGUF weights' })}/m.gguf`;
  const embedder = await openGgufEmbedder(file, { prompts: {}, ...settings });
  const embed = async (texts: readonly string[], role: Role) => {
    const vectors: (readonly number[])[] = [];
    const failed: number[] = [];
    for await (const batch of embedder.embed(texts, role, tools)) {
      for (const { place, vector } of batch.embedded) vectors[place] = [...vector];
      failed.push(...batch.failed.map(({ place }) => place));
    }
    return { vectors, failed };
  };
  return { fake, embedder, embed };
};

afterEach(() => vi.doUnmock('node-llama-cpp'));

describe('gguf:FILE as an embedder', () => {
  it('gives a vector for each text, in one thread by default', async () => {
    const { fake, embedder, embed } = await opened();
    const { vectors, failed } = await embed(['one', 'one two', ''], 'query');
    expect(vectors.map(([tokens]) => tokens)).toEqual([1, 2]);
    expect(failed).toEqual([2]);
    expect(fake.contexts).toEqual([{ contextSize: 65, batchSize: 65, threads: 1 }]);
    expect(embedder.usage()).toMatchObject({ tokens: 3, calls: 3, cut: { query: 0 } });
    await embedder.close();
    expect(fake.disposed).toBe(1);
  });

  it('cuts the text, and leaves what goes around it whole', async () => {
    const prompts = { document: { prefix: 'passage: ', suffix: ' </s>' } };
    const { embedder, embed } = await opened({ maxTokens: 6, prompts });
    const { vectors } = await embed(['</s> passage: a', 'passage: b c d e </s>', 'x y z'], 'document');
    // Two of the six tokens are the model's own: "passage:" is the first of the others, "</s>" the last.
    const [[, passage], [, , end]] = [vectors[0]!, vectors[0]!];
    expect(vectors[1]).toEqual([4, passage, end]);
    expect(vectors[2]).toEqual([4, passage, end]);
    expect(embedder.usage().cut).toEqual({ query: 0, rewrite: 0, document: 3 });
  });

  it('is known by the content of the file and by what decides over vectors', async () => {
    const [a, b, c] = [await opened(), await opened(), await opened({ maxTokens: 9 })];
    expect(a.embedder.spec).toEqual(b.embedder.spec);
    expect(a.embedder.spec).not.toEqual(c.embedder.spec);
  });

  it.each([
    ['', /no such file/, 'gone.gguf'],
    ['PK', /another kind of file.*expected a GGUF file/s, 'm.gguf'],
  ])('refuses a file that starts with "%s"', async (content, error, name) => {
    vi.doMock('node-llama-cpp', fakeLlama().module);
    const folder = writtenFolder({ 'm.gguf': content });
    await expect(openGgufEmbedder(`${folder}/${name}`, { prompts: {} })).rejects.toThrow(error);
  });

  it('names the line that installs the runtime before it looks at the file', async () => {
    vi.doMock('node-llama-cpp', () => {
      throw new Error("Cannot find package 'node-llama-cpp'");
    });
    const opening = openGgufEmbedder('gone.gguf', { prompts: {} });
    await expect(opening).rejects.toThrow(/npm install node-llama-cpp@3 --ignore-scripts/);
  });
});
