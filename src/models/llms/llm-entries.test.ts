import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataPath, packageData } from '../../platform/node/index.js';
import { modelEntries } from '../embedders/index.js';
import { type LlmEntry, llmsFile } from './entry-schema.js';
import { llm, llmServices, llms, llmTraits } from './llm-entries.js';

const rows = Object.values(llms());
const cases = rows.map((entry) => [entry.name, entry] as const);

/** The value at a path such as `ways.openrouter.model`, where a way is named by its service or `server`. */
const at = (entry: LlmEntry, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
      return (value as LlmEntry['ways']).find(
        (way) => (way.via === 'service' ? way.service : 'server') === key,
      );
    return (value as Record<string, unknown> | undefined)?.[key];
  }, entry);

describe('rows of language models', () => {
  it('have distinct names, none of which is a model that embeds', () => {
    expect(rows).toHaveLength(packageData('llms.json', llmsFile()).llms.length);
    const embedders = modelEntries();
    expect(rows.filter(({ name }) => Object.hasOwn(embedders, name))).toEqual([]);
  });

  it('begin with those R2MED published texts of, in the order of its table', () => {
    expect(rows.slice(0, 13).map(({ name }) => name)).toEqual(
      'qwen-7b qwen-32b qwen-72b llama-70b gpt4 o3-mini r1-qwen-32b r1-llama-70b huatuo-o1-70b qwq-32b qwen3-32b qwen-7b-ins qwen-3b-ins'.split(
        ' ',
      ),
    );
  });

  it.each([
    ['qwen-7b', 'Qwen/Qwen2.5-7B-Instruct', 'none', false],
    ['qwen-32b', 'Qwen/Qwen2.5-32B-Instruct', 'none', false],
    ['qwen-72b', 'Qwen/Qwen2.5-72B-Instruct', 'none', false],
    ['llama-70b', 'meta-llama/Llama-3.1-70B-Instruct', 'none', false],
    ['gpt4', 'gpt-4o-2024-11-20', 'none', false],
    ['o3-mini', 'o3-mini', 'none', false],
    ['r1-qwen-32b', 'deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', 'think-tag', true],
    ['r1-llama-70b', 'deepseek-ai/DeepSeek-R1-Distill-Llama-70B', 'think-tag', true],
    ['r1-llama-8b', 'deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'think-tag', true],
    ['huatuo-o1-70b', 'FreedomIntelligence/HuatuoGPT-o1-70B', 'final-response', true],
    ['huatuo-o1-8b', 'FreedomIntelligence/HuatuoGPT-o1-8B', 'final-response', true],
    ['qwq-32b', 'Qwen/QwQ-32B', 'think-tag', true],
    ['qwen3-32b', 'Qwen/Qwen3-32B', 'think-tag', true],
    ['qwen3-8b', 'Qwen/Qwen3-8B', 'think-tag', true],
    ['sky-32b', 'NovaSky-AI/Sky-T1-32B-Preview', 'solution-marks', true],
    ['qwen-7b-ins', 'PeterJinGo/SearchR1-nq_hotpotqa_train-qwen2.5-7b-it-em-ppo', 'answer-tags', true],
    ['qwen-3b-ins', 'PeterJinGo/SearchR1-nq_hotpotqa_train-qwen2.5-3b-it-em-ppo', 'answer-tags', true],
  ] as const)('%s is read as R2MED reads it', (name, model, reasoning, reasoner) => {
    expect(llm(name)).toMatchObject({ model, reasoning, reasoner });
  });

  it('of R2MED are sampled as it sampled them', () => {
    for (const name of ['qwen-7b', 'llama-70b', 'qwq-32b', 'huatuo-o1-70b', 'qwen-3b-ins'])
      expect(llm(name).sampling).toEqual({ temperature: 0.7, seed: 42, maxTokens: 10_240 });
    expect(llm('gpt4').sampling).toEqual({ temperature: 0.8, topP: 0.8 });
    expect(llm('qwen3-32b').extra).toEqual({ chat_template_kwargs: { enable_thinking: true } });
    expect(llm('qwen3-8b-no-think').extra).toEqual({ chat_template_kwargs: { enable_thinking: false } });
  });

  it.each(cases)('%s asks for nothing that it refuses', (_name, { sampling, refuses }) => {
    for (const parameter of refuses) expect(sampling).not.toHaveProperty(parameter);
  });

  it.each(cases)('%s asks for no more than it can write', (_name, { sampling, context, maxOutput }) => {
    const limit = Math.min(context ?? Infinity, maxOutput ?? Infinity);
    expect(sampling.maxTokens ?? 0).toBeLessThanOrEqual(limit);
    if (context && maxOutput) expect(maxOutput).toBeLessThanOrEqual(context);
  });

  it.each(cases)('%s is in the list of those that show their reasoning only if it does', (_name, entry) => {
    if (entry.reasoner) expect(entry.reasoning).not.toBe('none');
  });

  it.each(cases)('%s marks only fields it has as unconfirmed', (_name, entry) => {
    for (const path of entry.unconfirmed) expect([path, at(entry, path)]).not.toContain(undefined);
  });

  it.each(cases)('%s has a price only where a service asks one', (_name, { price, ways }) => {
    if (price) expect(ways[0]?.via).toBe('service');
  });

  it('are all in the tables of docs/reference/llms.md', () => {
    const page = readFileSync(new URL('../../../docs/reference/llms.md', import.meta.url), 'utf8');
    expect(
      rows.filter(({ name, model }) => !page.includes(`| \`${name}\` | `) || !page.includes(model)),
    ).toEqual([]);
  });

  it('that are not known are named with the nearest', () => {
    expect(() => llm('gpt-4')).toThrow('did you mean "gpt4"');
    expect(() => llm('my-own')).toThrow('named as served:http://localhost:8000/v1#my-own');
  });
});

describe('traits', () => {
  it('come from the row', () => {
    expect(llmTraits('huatuo-o1-70b')).toMatchObject({ reasoning: 'final-response', reasoner: true });
  });

  it('of a model without a row: it may think or not, and counts as a plain one', () => {
    for (const name of ['Qwen3-Next', 'toString'])
      expect(llmTraits(name)).toEqual({ reasoning: 'auto', reasoner: false });
  });
});

describe('the schema of rows', () => {
  const file = JSON.parse(readFileSync(dataPath('llms.json'), 'utf8')) as { llms: object[] };
  const changed = (changes: object) => ({ ...file, llms: [{ ...file.llms[0], ...changes }] });

  it.each([
    ['an unknown field', { temprature: 1 }],
    ['a name that no folder can have', { name: 'gpt/4' }],
    ['a style there is not', { reasoning: 'loud' }],
    ['a service there is not', { ways: [{ via: 'service', service: 'closedai' }] }],
    ['a price without a source', { price: { usdPerMillionIn: 1, usdPerMillionOut: 2, at: '2026-01-01' } }],
    ['a price without a day', { price: { usdPerMillionIn: 1, usdPerMillionOut: 2, at: 'now', source: 'x' } }],
    ['a parameter that nobody refuses', { refuses: ['patience'] }],
    ['no word on how it continues', { continuation: undefined }],
  ])('refuses %s', (_what, changes) => {
    expect(llmsFile().safeParse(changed({})).success).toBe(true);
    expect(llmsFile().safeParse(changed(changes)).success).toBe(false);
  });

  it('holds no key, only variables', () => {
    for (const { keys } of Object.values(llmServices()))
      for (const key of keys) expect(key).toMatch(/^[A-Z]+_[A-Z_]+$/);
  });
});
