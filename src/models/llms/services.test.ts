import { afterEach, describe, expect, it } from 'vitest';
import { question } from '../../../test/support/chat-model.js';
import { type ChatServer, startChatServer } from '../../../test/support/chat-server.js';
import { services } from '../../platform/api-client/index.js';
import { llmServices } from './llm-entries.js';
import { openLlm } from './open-llm.js';
import type { LlmSettings } from './resolve-llm.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const asked = async (
  name: string,
  settings: LlmSettings,
  env: (server: ChatServer) => Readonly<Record<string, string>>,
) => {
  const server = await startChatServer();
  closing.push(server.close);
  const model = await openLlm(name, settings, { env: env(server), note: () => {} });
  closing.push(model.close);
  expect((await model.ask(question('Hm?'), new AbortController().signal)).text).toBe('You said: Hm?');
  const [{ path, headers, body }] = server.requests as [ChatServer['requests'][number]];
  return { path, headers, body, spec: model.spec };
};

describe('a service that speaks a form of its own', () => {
  it('Azure has deployments, a version of the API and a header for the key', async () => {
    const env = ({ origin }: ChatServer) => ({
      AZURE_OPENAI_ENDPOINT: `${origin}/`,
      AZURE_OPENAI_API_KEY: 'of-azure',
      OPENAI_API_KEY: 'of-openai',
    });
    const { path, headers, spec } = await asked('azure:my gpt', {}, env);
    expect(path).toBe('/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21');
    expect([headers['api-key'], headers.authorization]).toEqual(['of-azure', undefined]);
    // Another customer may have a deployment of this name.
    expect(spec).toMatchObject({
      model: 'my gpt',
      identity: { address: expect.stringContaining('127.0.0.1') },
    });
    const dated = await asked('azure:x', {}, (server) => ({
      ...env(server),
      OPENAI_API_VERSION: '2027-01-01',
    }));
    expect(dated.path).toBe('/openai/deployments/x/chat/completions?api-version=2027-01-01');
    const newer = await asked('azure:x', {}, (server) => ({
      ...env(server),
      AZURE_OPENAI_ENDPOINT: `${server.origin}/openai/v1/`,
    }));
    expect([newer.path, newer.body.model, newer.headers['api-key']]).toEqual([
      '/openai/v1/chat/completions',
      'x',
      'of-azure',
    ]);
  });

  it('without its address or its key says which variable is missing', async () => {
    const opened = (env: Readonly<Record<string, string>>) => openLlm('azure:x', {}, { env, note: () => {} });
    await expect(opened({ AZURE_OPENAI_API_KEY: 'k' })).rejects.toThrow('set AZURE_OPENAI_ENDPOINT');
    const env = { AZURE_OPENAI_ENDPOINT: 'https://my.openai.azure.com' };
    await expect(opened(env)).rejects.toThrow('set AZURE_OPENAI_API_KEY');
  });

  it('Mistral has another name for the seed, and cannot be asked to count', async () => {
    const sampling = { seed: 7, topK: 5, maxTokens: 10 };
    const mistral = llmServices().mistral!;
    const server = await startChatServer();
    closing.push(server.close);
    const { openChat } = await import('./chat/index.js');
    const model = await openChat({
      ...{
        name: 'm',
        model: 'mistral-small',
        dialect: 'openai',
        endpoints: [`${server.origin}/v1`],
        env: {},
      },
      ...{ reasoning: 'none', continuation: 'turns', sampling, refuses: mistral.refuses },
      ...{ parameters: mistral.parameters!, streamUsage: mistral.streamUsage! },
    });
    closing.push(model.close);
    await model.ask(question('Hm?'), new AbortController().signal);
    expect(server.requests[0]!.body).toEqual({
      model: 'mistral-small',
      messages: [{ role: 'user', content: 'Hm?' }],
      random_seed: 7,
      max_tokens: 10,
      stream: true,
    });
  });

  it('Bedrock takes a bearer token at the address of a region', async () => {
    const { path, headers } = await asked('bedrock:openai.gpt-oss-20b-1:0', {}, ({ origin }) => ({
      AWS_BEDROCK_BASE_URL: `${origin}/openai/v1`,
      AWS_BEARER_TOKEN_BEDROCK: 'of-bedrock',
    }));
    expect([path, headers.authorization]).toEqual(['/openai/v1/chat/completions', 'Bearer of-bedrock']);
  });

  it.each(['mistral', 'groq', 'together'])('%s has a key of its own', async (name) => {
    const [key] = services()[name]!.keys;
    const opened = (env: Readonly<Record<string, string>>) =>
      openLlm(`${name}:m`, {}, { env, note: () => {} });
    await expect(opened({ OPENAI_API_KEY: 'k' })).rejects.toThrow(`set ${key}`);
    const model = await opened({ [key!]: 'k' });
    closing.push(model.close);
    expect(model.name).toBe('m');
  });
});
