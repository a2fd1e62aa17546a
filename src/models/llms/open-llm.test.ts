import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from '../../../test/support/chat-server.js';
import type { ChatModel, Sampling } from './chat/index.js';
import { openLlm } from './open-llm.js';
import type { LlmContext, LlmSettings } from './resolve-llm.js';

let server: ChatServer;
const open: ChatModel[] = [];

beforeEach(async () => {
  server = await startChatServer();
});
afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
  await server.close();
});

const asked = async (
  name: string,
  settings: LlmSettings = {},
  { env = {}, sampling = {} }: { env?: LlmContext['env']; sampling?: Sampling } = {},
) => {
  const model = await openLlm(name, settings, { env, note: () => {} });
  open.push(model);
  const messages = [{ role: 'user', content: 'What is gout?' }] as const;
  const reply = await model.ask({ messages, sampling }, new AbortController().signal);
  return { model, reply, request: server.requests.at(-1)! };
};

describe('what a server is asked', () => {
  it('for a model outside the table: its id, and the sampling of R2MED', async () => {
    const { model, reply, request } = await asked(`served:${server.origin}/v1#Qwen/Qwen3-8B`);
    expect(reply.text).toBe('You said: What is gout?');
    expect(request.path).toBe('/v1/chat/completions');
    expect(request.body).toMatchObject({
      model: 'Qwen/Qwen3-8B',
      temperature: 0.7,
      seed: 42,
      max_tokens: 10_240,
    });
    expect(model).toMatchObject({ name: 'Qwen3-8B', reasoning: 'auto' });
  });

  it('is cached under its address, unless it is a row or said to be the same as another', async () => {
    const at = (path: string): string => `${server.origin}/${path}`;
    const spec = async (name: string, settings: LlmSettings = {}) => (await asked(name, settings)).model.spec;
    const here = await spec(`served:${at('a')}#m`);
    expect(here).toMatchObject({ identity: { address: at('a') } });
    expect(await spec(`served:${at('b')}#m`)).not.toEqual(here);
    expect(await spec(`served:${at('b')}#m(sameAs=${at('a')})`)).toEqual(here);
    expect(await spec('m', { endpoints: [at('a')] })).toEqual(here);
    const row = await spec('qwen3-32b', { endpoints: [at('a')] });
    expect(row).not.toHaveProperty('identity');
    expect(await spec('qwen3-32b', { endpoints: [at('b')] })).toEqual(row);
  });

  it('for a row: what the row says, and its extra fields', async () => {
    const { request } = await asked('qwen3-32b', { endpoints: [`${server.origin}/v1`] });
    expect(request.body).toMatchObject({
      model: 'Qwen/Qwen3-32B',
      chat_template_kwargs: { enable_thinking: true },
    });
    expect(request.headers.authorization).toBeUndefined();
  });

  it('where OpenAI is said to be elsewhere: the row of gpt4, with the key', async () => {
    const env = { OPENAI_BASE_URL: `${server.origin}/v1`, OPENAI_API_KEY: 'sk-test-key' };
    const { model, request } = await asked('gpt4', { stream: false }, { env });
    expect(request.body).toMatchObject({ model: 'gpt-4o-2024-11-20', temperature: 0.8, top_p: 0.8 });
    expect(request.headers.authorization).toBe('Bearer sk-test-key');
    expect(JSON.stringify([model.spec, model.name])).not.toContain('sk-test-key');
    expect(model.usage().usd).toBeGreaterThan(0);
  });

  it('does not hold what the model refuses, whoever asks for it', async () => {
    const env = { OPENAI_BASE_URL: `${server.origin}/v1` };
    const sampling = { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1.05, maxTokens: 500 };
    const { request } = await asked('o3-mini', {}, { env, sampling });
    expect(Object.keys(request.body).sort()).toEqual(
      expect.arrayContaining(['max_completion_tokens', 'messages', 'model']),
    );
    for (const field of ['temperature', 'top_p', 'top_k', 'repetition_penalty', 'max_tokens'])
      expect(request.body).not.toHaveProperty(field);
  });
});
