import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { llmName, unregisteredLlm } from './llm-entries.js';

describe('the name of a model', () => {
  it.each([
    ['gpt4', 'gpt4'],
    ['served:http://localhost:8000/v1#Qwen/Qwen3-8B', 'Qwen3-8B'],
    ['served:http://localhost:11434/v1#hf.co/x/Y-GGUF:Q4_K_M', 'Y-GGUF-Q4_K_M'],
    ['anthropic:claude-opus-5-5', 'claude-opus-5-5'],
    ['org/model name?', 'model-name'],
  ])('%s is %s', (written, name) => {
    expect(llmName(written)).toBe(name);
  });

  it('says which server or service it is of, unless it is registered or an id', () => {
    expect(['served:http://a/v1#y', 'openai:gpt-9:x', 'gpt4', 'qwen3:8b'].map(unregisteredLlm)).toEqual([
      { endpoints: ['http://a/v1'], model: 'y' },
      { service: 'openai', model: 'gpt-9:x' },
      undefined,
      undefined,
    ]);
  });

  it('can be a folder, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (model) => {
        try {
          expect(llmName(`served:http://localhost/v1#${model}`)).toMatch(/^\w(?:[\w.-]*\w)?$/);
        } catch (error) {
          expect((error as Error).name).toBe('InputError');
        }
      }),
    );
  });
});
