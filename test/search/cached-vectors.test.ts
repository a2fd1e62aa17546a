import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Called, temporaryFolder } from '../support/command.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const DOCUMENTS = [
  { id: 'gout', text: 'Urate crystals inflame a joint.' },
  { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
  { id: 'thyroid', text: 'Too little thyroid hormone slows the body.' },
  { id: 'scurvy', text: 'Bleeding gums for want of vitamin C.' },
];
const QUERIES = ['urate crystals in a joint', 'iron deficiency', 'bleeding gums'];

/** A task of the first documents and queries; what another call leaves out is new to it. */
const task = (documents: number, queries = 1): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(...DOCUMENTS.slice(0, documents)),
    'query.jsonl': jsonl(...QUERIES.slice(0, queries).map((text, i) => ({ id: `q${i}`, text }))),
    'qrels.jsonl': jsonl({ q_id: 'q0', p_id: 'gout', score: 1 }),
  });

const home = (): { readonly R2MED_HOME: string } => ({ R2MED_HOME: temporaryFolder() });

const run = (
  data: string,
  retriever: string,
  env: Record<string, string>,
  more: readonly string[] = [],
): Promise<Called> =>
  r2med(['run', '--data', data, '--retriever', retriever, '--out', temporaryFolder(), '--json', ...more], {
    env,
  });

const server = async (): Promise<EmbeddingServer> => {
  const started = await startEmbeddingServer();
  onTestFinished(() => started.close());
  return started;
};

const textsAsked = ({ requests }: EmbeddingServer): number => requests.flatMap(({ texts }) => texts).length;

const refused = ({ code, stderr }: Called, named: string): void => {
  expect(stderr).toContain('the cached vectors are not what the model gives now');
  expect(stderr).toContain(named);
  expect(stderr).toMatch(/last written \d{4}-\d\d-\d\dT/);
  expect(stderr).toContain('--no-cache');
  expect(code).toBe(1);
};

const WEIGHTED = `
export const name = 'weighted';
export const embed = (texts) => {
  const [a, b] = JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8'));
  return texts.map((text) => [a * text.length, b * text.split('e').length, text.charCodeAt(0)]);
};
`;

/** A module that reads its weights from a file, which nothing but its vectors shows. */
const weightedModel = () => {
  const folder = writtenFolder({
    'model.mjs': `import { readFileSync } from 'node:fs';\n${WEIGHTED}`,
    'weights.json': '[1, 2]',
  });
  return {
    text: `module:${join(folder, 'model.mjs')}`,
    become: (weights: readonly number[]) =>
      writeFileSync(join(folder, 'weights.json'), JSON.stringify(weights)),
  };
};

describe('cached vectors of a module whose weights changed', () => {
  it('are not mixed with new documents', async () => {
    const { text, become } = weightedModel();
    const env = home();
    expect((await run(task(3), text, env)).code).toBe(0);
    become([1, 90]);
    refused(await run(task(4), text, env), 'weighted');
    expect((await run(task(4), text, env, ['--no-cache'])).code).toBe(0);
    become([1, 2]);
    expect((await run(task(4), text, env)).code).toBe(0);
  });

  it('are not searched with new queries', async () => {
    const { text, become } = weightedModel();
    const env = home();
    await run(task(3), text, env);
    become([1, 90]);
    refused(await run(task(3, 2), text, env), 'weighted');
  });

  it('are told from rounding', async () => {
    const { text, become } = weightedModel();
    const env = home();
    await run(task(3), text, env);
    become([1.003, 2.001]);
    expect((await run(task(4), text, env)).code).toBe(0);
  });
});

describe('cached vectors of a command whose version says too little', () => {
  const commandOf = (factor: number) => `import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
console.log(JSON.stringify({ r2med: 1, name: 'liar', version: '1' }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  console.log(JSON.stringify({ id, vectors: texts.map((text) => [text.length, ${factor} * text.split('e').length]) }));
}
`;

  it('are not mixed with new ones', async () => {
    const script = join(writtenFolder({ 'embed.mjs': commandOf(1) }), 'embed.mjs');
    const text = `command:"${process.execPath} ${script}"`;
    const env = home();
    expect((await run(task(3), text, env)).code).toBe(0);
    writeFileSync(script, commandOf(-40));
    refused(await run(task(4), text, env), 'liar');
  });
});

describe('cached vectors of a server', () => {
  it('are not mixed with those of another model behind the same address', async () => {
    const there = await server();
    const text = `served:${there.origin}/v1#tiny`;
    const env = home();
    expect((await run(task(3), text, env)).code).toBe(0);
    there.always(() => ({ weights: 'another' }));
    refused(await run(task(4), text, env), there.origin);
  });

  it('cost three texts where some are new, and nothing where none is', async () => {
    const there = await server();
    const text = `served:${there.origin}/v1#tiny`;
    const env = home();
    await run(task(3), text, env);
    expect(textsAsked(there)).toBe(4);
    await run(task(3), text, env);
    expect(textsAsked(there)).toBe(4);
    const { stdout } = await run(task(4), text, env);
    expect(textsAsked(there)).toBe(4 + 3 + 1);
    // Two of them for an order that is known.
    expect(JSON.parse(stdout).records[0].facts.embedder.calls).toBe(4);
  });

  it('are not found under another address, nor under one that refuses', async () => {
    const [one, two, closed] = [await server(), await server(), await server()];
    closed.always(() => ({ status: 401, body: '{"error":{"message":"no key"}}' }));
    const env = home();
    await run(task(3), `served:${one.origin}/v1#tiny`, env);
    expect((await run(task(3), `served:${closed.origin}/v1#tiny`, env)).code).toBe(1);
    expect((await run(task(3), `served:${two.origin}/v1#tiny`, env)).code).toBe(0);
    expect(textsAsked(two)).toBe(4);
  });

  it('are found where the user says that it is the same model', async () => {
    const [one, two] = [await server(), await server()];
    const env = home();
    await run(task(3), `served:${one.origin}/v1#tiny`, env);
    const same = await run(task(3), `served:${two.origin}/v1#tiny(sameAs=${one.origin}/v1)`, env);
    expect([same.code, textsAsked(two)]).toEqual([0, 0]);
    await run(task(3), `served:${one.origin}/v1#tiny(sameAs=mine)`, env);
    const named = await run(task(3), `served:${two.origin}/v1#tiny(sameAs=mine)`, env);
    expect([named.code, textsAsked(one), textsAsked(two)]).toEqual([0, 8, 0]);
  });

  it('of an entry of the registry are found wherever it is served', async () => {
    const [one, two] = [await server(), await server()];
    const env = home();
    await run(task(3), 'bge', env, ['--endpoint', `${one.origin}/v1`]);
    await run(task(3), 'bge', env, ['--endpoint', `${two.origin}/v1`]);
    expect([textsAsked(one), textsAsked(two)]).toEqual([4, 0]);
  });
});
