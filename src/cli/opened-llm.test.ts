import { describe, expect, it } from 'vitest';
import { type LlmOptions, llmSettings } from '../experiment/systems/index.js';
import { LLM, pick, SPENDING, verb } from './flags/index.js';
import { chosenLlm } from './opened-llm.js';

const flagsOf = (...words: readonly string[]): LlmOptions =>
  verb(pick('llm', LLM, SPENDING))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parse(words as string[], { from: 'user' })
    .opts();

describe('flags of a language model', () => {
  it('say nothing that the user did not say', () => {
    expect(llmSettings(flagsOf())).toEqual({ sampling: {} });
  });

  it('become settings', () => {
    const flags = flagsOf(
      ...'--llm qwq-32b --llm-endpoint http://a/v1,http://b/v1 --llm-endpoint http://c/v1 --llm-model x'.split(
        ' ',
      ),
      ...'--reasoning think-tag --temperature 0 --top-p 0.9 --max-tokens 100 --seed 0 --no-stream'.split(' '),
      ...'--price 0.5,2 --concurrency 3 --budget 1.5 --budget-tokens 1000 --timeout 20'.split(' '),
    );
    expect(llmSettings(flags)).toEqual({
      endpoints: ['http://a/v1', 'http://b/v1', 'http://c/v1'],
      model: 'x',
      reasoning: 'think-tag',
      sampling: { temperature: 0, topP: 0.9, maxTokens: 100, seed: 0 },
      stream: false,
      prices: { in: 0.5, out: 2 },
      concurrency: 3,
      budget: { usd: 1.5, tokens: 1000 },
      timeoutMs: 20_000,
    });
  });

  it.each([
    ['--temperature', '-1'],
    ['--temperature', 'warm'],
    ['--top-p', '1.5'],
    ['--max-tokens', '0'],
    ['--seed', '1.5'],
    ['--price', '1'],
    ['--price', '1,2,3'],
    ['--price', '1,'],
    ['--budget', '0'],
    ['--reasoning', 'aloud'],
  ])('%s %s is refused', (flag, value) => {
    expect(() => flagsOf(`${flag}=${value}`)).toThrow();
  });
});

describe('the model that is chosen', () => {
  it('is the one that is named, else the one that a server has', () => {
    expect(chosenLlm({ llm: 'gpt4' })).toBe('gpt4');
    expect(chosenLlm({ llmEndpoint: ['http://a/v1'], llmModel: 'm' })).toBe('served:http://a/v1#m');
  });

  it.each([{}, { llmModel: 'm' }, { llmEndpoint: ['http://a/v1'] }])('must be named: %o', (flags) => {
    expect(() => chosenLlm(flags)).toThrow('no LLM');
  });
});
