import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/api-client/clock.js';
import { llms } from './llm-entries.js';
import { llmChatSettings } from './open-llm.js';
import type { LlmContext, LlmSettings } from './resolve-llm.js';

const day = (date: string) => ({ ...systemClock, date: () => Date.parse(date) });

const placed = (
  env: LlmContext['env'] = {},
  today = '2025-10-01',
): LlmContext & { readonly notes: string[] } => {
  const notes: string[] = [];
  return { env, note: (line) => notes.push(line), notes, clock: day(today) };
};
const plan = (name: string, settings: LlmSettings = {}, env: LlmContext['env'] = {}) =>
  llmChatSettings(name, settings, placed(env));

const ENDPOINT = 'http://localhost:8000/v1';

describe('a row of the table', () => {
  it('is asked at the endpoints given, whatever keys are set', () => {
    expect(plan('qwen3-32b', { endpoints: [ENDPOINT] }, { OPENROUTER_API_KEY: 'k' })).toMatchObject({
      name: 'qwen3-32b',
      model: 'Qwen/Qwen3-32B',
      dialect: 'openai',
      endpoints: [ENDPOINT],
      reasoning: 'think-tag',
      continuation: 'prefill',
      sampling: { temperature: 0.7, seed: 42, maxTokens: 10_240 },
      extra: { chat_template_kwargs: { enable_thinking: true } },
    });
  });

  it('has servers of its own beside those of another model', () => {
    const endpoints = ['qwen3-32b=http://a/v1', 'grouprank-32b=http://b/v1', 'qwen3-32b=http://c/v1'];
    const servers = (name: string, more: readonly string[] = []) =>
      plan(name, { endpoints: [...endpoints, ...more] }, { OPENAI_API_KEY: 'k' }).endpoints;
    expect(servers('qwen3-32b')).toEqual(['http://a/v1', 'http://c/v1']);
    expect(servers('grouprank-32b', [ENDPOINT])).toEqual(['http://b/v1']);
    expect(servers('qwq-32b', [ENDPOINT])).toEqual([ENDPOINT]);
    // A service keeps its own address, and a name with an error is not passed over.
    expect(servers('gpt4')).toBeUndefined();
    expect(() => servers('gpt4', ['qwen3-23b=http://d/v1'])).toThrow('unknown LLM "qwen3-23b"');
  });

  it('goes by another id where the server gives it one', () => {
    const settings = { endpoints: ['http://localhost:11434/v1'], model: 'qwen3:32b' };
    expect(plan('qwen3-32b', settings)).toMatchObject({ name: 'qwen3-32b', model: 'qwen3:32b' });
  });

  it('is else asked at the first of its services whose key is set', () => {
    expect(plan('gpt4', {}, { OPENAI_API_KEY: 'a', OPENROUTER_API_KEY: 'b' })).toMatchObject({
      model: 'gpt-4o-2024-11-20',
      home: 'https://api.openai.com/v1',
      homeVariable: 'OPENAI_BASE_URL',
      keyVariables: ['OPENAI_API_KEY'],
      sampling: { temperature: 0.8, topP: 0.8 },
      price: { usdPerMillionIn: 2.5, usdPerMillionOut: 10, at: '2024-11-20' },
      continuation: 'turns',
    });
  });

  it('has no price at another service than the one that asks it', () => {
    const place = placed({ OPENROUTER_API_KEY: 'b' });
    const settings = llmChatSettings('gpt4', {}, place);
    expect(settings).toMatchObject({
      model: 'openai/gpt-4o-2024-11-20',
      home: 'https://openrouter.ai/api/v1',
    });
    expect(settings.price).toBeUndefined();
    expect(place.notes).toEqual([
      'gpt4: no price is known for openai/gpt-4o-2024-11-20, so costs are not counted',
    ]);
  });

  it('differs by the way it is reached', () => {
    expect(plan('qwen3-8b', {}, { OPENROUTER_API_KEY: 'k' })).toMatchObject({
      model: 'qwen/qwen3-8b',
      continuation: 'turns',
      extra: { reasoning: { enabled: true } },
    });
  });

  it('of Anthropic and Google is asked in their own APIs', () => {
    expect(plan('claude-opus-5-5', {}, { ANTHROPIC_API_KEY: 'k' }).dialect).toBe('anthropic');
    expect(plan('gemini-3.8-flash', {}, { GOOGLE_API_KEY: 'k' })).toMatchObject({
      dialect: 'gemini',
      keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    });
  });

  it('goes to its service, also where another that speaks the same API is said to be elsewhere', () => {
    const env = { OPENAI_BASE_URL: ENDPOINT, DEEPSEEK_API_KEY: 'k' };
    const settings = plan('deepseek-flash', {}, env);
    expect(settings).toMatchObject({ dialect: 'openai', home: 'https://api.deepseek.com' });
    expect(settings).not.toHaveProperty('homeVariable');
    expect(settings).not.toHaveProperty('endpoints');
  });

  it('is asked for nothing that it or its service refuses', () => {
    const { refuses, limitParameter } = plan('o3-mini', {}, { OPENAI_API_KEY: 'k' });
    expect([...refuses!].sort()).toEqual(['repetitionPenalty', 'temperature', 'topK', 'topP']);
    expect(limitParameter).toBe('max_completion_tokens');
  });

  it('that a service is to switch off is asked with a note', () => {
    const place = placed({ OPENAI_API_KEY: 'k' });
    llmChatSettings('o3-mini', {}, place);
    expect(place.notes).toEqual(['o3-mini: openai said it would switch o3-mini off on 2026-10-23']);
  });

  it('that a service has switched off is not asked there, but at the next service or another home', () => {
    const afterwards = (env: LlmContext['env']) => llmChatSettings('o3-mini', {}, placed(env, '2026-10-24'));
    const keys = { OPENAI_API_KEY: 'k', OPENROUTER_API_KEY: 'k' };
    expect(afterwards(keys).home).toContain('openrouter');
    expect(afterwards({ OPENAI_BASE_URL: ENDPOINT }).homeVariable).toBe('OPENAI_BASE_URL');
    expect(() => afterwards({ OPENAI_API_KEY: 'k' })).toThrow(
      /^o3-mini \(o3-mini\) cannot be reached from here \(openai ended on 2026-10-23\)\n(?!.*openai: export)/s,
    );
    expect(() => llmChatSettings('o1-mini', {}, placed({ OPENAI_API_KEY: 'k' }, '2026-10-24'))).toThrow(
      /is offered no more \(openai ended on 2025-10-27\)\n.*stored texts/,
    );
  });

  it('without a key or a server is an error with every way and its fix', () => {
    expect(() => plan('qwen-72b')).toThrow(
      'qwen-72b (Qwen/Qwen2.5-72B-Instruct) cannot be reached from here\n' +
        '  Fix: set a key, or start a server and name it with --llm-endpoint URL:\n' +
        '    server: vllm serve Qwen/Qwen2.5-72B-Instruct --tensor-parallel-size 4\n' +
        '    openrouter: export OPENROUTER_API_KEY=…',
    );
  });

  it('that was written by hand cannot be asked', () => {
    expect(() => plan('sample-writer')).toThrow('sample-writer is not a model');
  });

  it('takes what the user says before what it says itself', () => {
    const settings = plan(
      'qwen-7b',
      {
        endpoints: [ENDPOINT],
        sampling: { temperature: 0 },
        reasoning: 'auto',
        concurrency: 64,
        budget: { usd: 2 },
        stream: false,
        timeoutMs: 1000,
        prices: { in: 1, out: 2 },
      },
      {},
    );
    expect(settings).toMatchObject({
      sampling: { temperature: 0, seed: 42, maxTokens: 10_240 },
      reasoning: 'auto',
      concurrency: 64,
      budget: { usd: 2 },
      stream: false,
      timeoutMs: 1000,
      price: { usdPerMillionIn: 1, usdPerMillionOut: 2 },
    });
    expect(settings.price!.at).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(Object.values(llms()).filter(({ ways }) => ways.length > 0))('$name can be reached', (entry) => {
    const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k', DEEPSEEK_API_KEY: 'k' };
    const env = { ...keys, DASHSCOPE_API_KEY: 'k', OPENROUTER_API_KEY: 'k' };
    const local = entry.ways.every(({ via }) => via === 'server');
    const settings = plan(entry.name, local ? { endpoints: [ENDPOINT] } : {}, env);
    expect(settings).toMatchObject({ name: entry.name, reasoning: entry.reasoning });
  });
});

describe('a model outside the table', () => {
  it('is served by any server that speaks the OpenAI API', () => {
    expect(plan(`served:${ENDPOINT},http://localhost:8001/v1#Qwen/Qwen3-8B`)).toMatchObject({
      name: 'Qwen3-8B',
      model: 'Qwen/Qwen3-8B',
      dialect: 'openai',
      endpoints: [ENDPOINT, 'http://localhost:8001/v1'],
      reasoning: 'auto',
      continuation: 'prefill',
      sampling: { temperature: 0.7, seed: 42, maxTokens: 10_240 },
    });
  });

  it('may be named by its id where the endpoints are given', () => {
    expect(plan('Qwen/Qwen3-8B', { endpoints: [ENDPOINT] })).toMatchObject({
      name: 'Qwen3-8B',
      model: 'Qwen/Qwen3-8B',
    });
  });

  it('is any model of a service, sampled as the service likes', () => {
    const settings = plan('openrouter:qwen/qwen3-8b:free', {}, { OPENROUTER_API_KEY: 'k' });
    expect(settings).toMatchObject({ name: 'qwen3-8b-free', model: 'qwen/qwen3-8b:free', sampling: {} });
    expect(() => plan('openai:gpt-9')).toThrow('gpt-9 needs a key\n  Fix: set OPENAI_API_KEY');
  });

  it('of a service is taken for its row where there is one, under its own name', () => {
    const settings = plan('anthropic:claude-haiku-4-5-20251001', {}, { ANTHROPIC_API_KEY: 'k' });
    expect(settings).toMatchObject({
      name: 'claude-haiku-4-5-20251001',
      continuation: 'prefill',
      sampling: { temperature: 0.8, maxTokens: 10_240 },
      price: { usdPerMillionIn: 1, usdPerMillionOut: 5 },
    });
    expect(plan('openai:gpt-6.1-sol', {}, { OPENAI_API_KEY: 'k' }).refuses).toContain('temperature');
  });

  it('without endpoints is an unknown name, told the nearest', () => {
    expect(() => plan('qwen-7')).toThrow('did you mean "qwen-7b"');
  });

  it('without a model is told how to write one', () => {
    expect(() => plan('served:http://localhost:8000/v1')).toThrow('no model in');
  });
});
