import { describe, expect, it } from 'vitest';
import { llm, llms } from './llm-entries.js';
import { llmKeysSet, llmReadiness } from './readiness.js';

describe('readiness of a language model', () => {
  it('at a service is whether its variable is set, and never shows the key', () => {
    const [way] = llmReadiness(llm('claude-haiku-5-5'), { ANTHROPIC_API_KEY: 'sk-secret' });
    expect(way).toEqual({ via: 'service', at: 'anthropic', ready: true, state: 'ANTHROPIC_API_KEY set' });
    expect(llmReadiness(llm('claude-haiku-5-5'), { ANTHROPIC_API_KEY: ' ' })[0]).toEqual({
      via: 'service',
      at: 'anthropic',
      ready: false,
      state: 'needs ANTHROPIC_API_KEY',
      fix: 'export ANTHROPIC_API_KEY=…',
    });
  });

  it('takes any of the variables that may hold the key', () => {
    expect(llmReadiness(llm('gemini-2.5-pro'), { GOOGLE_API_KEY: 'k' })[0]).toMatchObject({
      ready: true,
      state: 'GOOGLE_API_KEY set',
    });
  });

  it('takes the variable that names another home of the service', () => {
    expect(llmReadiness(llm('gpt-6-luna'), { OPENAI_BASE_URL: 'http://localhost:1/v1' })[0]).toMatchObject({
      ready: true,
      state: 'OPENAI_BASE_URL set',
    });
  });

  it('says until when a service offers it, and no more after that', () => {
    const on = (date: string, env = {}) => llmReadiness(llm('o3-mini'), env, undefined, Date.parse(date))[0];
    expect(on('2026-10-23')!.state).toBe('needs OPENAI_API_KEY, until 2026-10-23');
    const ended = { via: 'service', at: 'openai', ready: false, state: 'ended on 2026-10-23' };
    expect(on('2026-10-24', { OPENAI_API_KEY: 'k' })).toEqual(ended);
    expect(on('2026-10-24', { OPENAI_BASE_URL: 'http://localhost:1/v1' })!.ready).toBe(true);
  });

  it('of anything else says the line that fixes it', () => {
    for (const entry of Object.values(llms()))
      for (const { ready, fix } of llmReadiness(entry, {}, undefined, 0)) {
        expect(ready).toBe(false);
        expect(fix).toBeTruthy();
      }
    expect(llmReadiness(llm('qwen-7b'), {})[0]!.fix).toBe('vllm serve Qwen/Qwen2.5-7B-Instruct');
  });
});

describe('keys that are set', () => {
  it('are variables, one for each service', () => {
    const env = { GEMINI_API_KEY: 'a-secret', GOOGLE_API_KEY: 'b-secret', OPENAI_API_KEY: '', PATH: '/bin' };
    expect(llmKeysSet(env)).toEqual(['GEMINI_API_KEY']);
    expect(llmKeysSet({})).toEqual([]);
  });
});
