import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import type { Layout } from './layout.js';
import { tokenPlan } from './plan.js';

const layout = (changes: Partial<Layout> = {}): Layout => ({
  folder: 'model',
  base: 'model',
  config: {},
  tokenizer: {} as Layout['tokenizer'],
  tokens: {} as Layout['tokens'],
  steps: undefined,
  sentence: {},
  prompts: {},
  ...changes,
});

const tokenizer = (config: object): Partial<Layout> => ({ tokenizer: config as Layout['tokenizer'] });

describe('tokenPlan: limits', () => {
  it.each([
    ['the default', layout(), 512, 'default'],
    [
      'what sentence-transformers was saved with',
      layout({ sentence: { max_seq_length: 100 } }),
      100,
      'sentence_bert_config.json',
    ],
    ["the tokenizer's", layout(tokenizer({ model_max_length: 64 })), 64, 'tokenizer_config.json'],
    [
      "the model's where the tokenizer has none",
      layout({ ...tokenizer({ model_max_length: 1e30 }), config: { max_position_embeddings: 128 } }),
      128,
      'config.json',
    ],
    [
      "the model's where it is smaller than what was saved",
      layout({ sentence: { max_seq_length: 999 }, config: { max_position_embeddings: 128 } }),
      128,
      'config.json',
    ],
    [
      "RoBERTa's without the positions before its first",
      layout({ config: { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 } }),
      512,
      'config.json',
    ],
  ])('are %s', (_, from, maxTokens, source) => {
    const { roles, sources } = tokenPlan(from, {});
    expect(roles.document.maxTokens).toBe(maxTokens);
    expect(sources['maxTokens.document']).toBe(source);
  });

  it('are what the caller sets, a rewrite like a query', () => {
    const { roles, sources } = tokenPlan(layout({ sentence: { max_seq_length: 100 } }), {
      maxTokens: { query: 64 },
    });
    expect([roles.query.maxTokens, roles.rewrite.maxTokens, roles.document.maxTokens]).toEqual([64, 64, 100]);
    expect(sources).toMatchObject({ 'maxTokens.rewrite': 'settings' });
  });

  it.each([0, 2.5, 513])('cannot be %d for a model of 512', (limit) => {
    const model = layout({ config: { max_position_embeddings: 512 } });
    expect(() => tokenPlan(model, { maxTokens: { query: limit } })).toThrow(InputError);
  });
});

describe('tokenPlan: prompts', () => {
  const saved = (prompts: Record<string, string>, byDefault?: string): Layout =>
    layout({ prompts: { prompts, default_prompt_name: byDefault } });
  const prefixes = (from: Layout, settings = {}): string[] => {
    const { query, rewrite, document } = tokenPlan(from, settings).roles;
    return [query.prefix, rewrite.prefix, document.prefix];
  };

  it("are the model's own, and none for a rewrite", () => {
    expect(prefixes(saved({ query: 'q: ', document: 'd: ' }))).toEqual(['q: ', '', 'd: ']);
  });

  it('of a document may be called passage, beside an empty document', () => {
    expect(prefixes(saved({ query: 'q: ', document: '', passage: 'p: ' }))).toEqual(['q: ', '', 'p: ']);
  });

  it('are the default one for a role without its own', () => {
    expect(prefixes(saved({ document: 'd: ', search: 's: ' }, 'search'))).toEqual(['s: ', '', 'd: ']);
  });

  it("never give a document the query's", () => {
    expect(prefixes(saved({ query: 'q: ' }, 'query'))).toEqual(['q: ', '', '']);
  });

  it('are what the caller says, the empty one included', () => {
    const settings = { prompts: { query: {}, rewrite: { prefix: 'r: ', suffix: '!' } } };
    expect(prefixes(saved({ query: 'q: ' }), settings)).toEqual(['', 'r: ', '']);
    const { roles, sources } = tokenPlan(saved({ query: 'q: ' }), settings);
    expect(roles.rewrite.suffix).toBe('!');
    expect(sources).toMatchObject({ 'prompt.query': 'settings', 'prompt.document': 'none' });
  });

  it('say which of the file they are', () => {
    const { sources } = tokenPlan(saved({ query: 'q: ' }), {});
    expect(sources['prompt.query']).toBe('config_sentence_transformers.json: query');
  });
});

describe('tokenPlan: the rest', () => {
  it('strips texts where sentence-transformers would', () => {
    expect(tokenPlan(layout(), {}).roles.query.strip).toBe(false);
    expect(tokenPlan(layout({ steps: [] }), {}).roles.query.strip).toBe(true);
    expect(tokenPlan(layout({ steps: [] }), { strip: false }).roles.query.strip).toBe(false);
  });

  it('makes pairs of documents only', () => {
    const { query, rewrite, document } = tokenPlan(layout(), { pair: 'empty-title' }).roles;
    expect([query.pair, rewrite.pair, document.pair]).toEqual([false, false, true]);
  });

  it('pads on the side of the settings, of the tokenizer, else on the right', () => {
    expect(tokenPlan(layout(), {}).paddingSide).toBe('right');
    expect(tokenPlan(layout(tokenizer({ padding_side: 'left' })), {}).paddingSide).toBe('left');
    const { paddingSide } = tokenPlan(layout(tokenizer({ padding_side: 'left' })), { paddingSide: 'right' });
    expect(paddingSide).toBe('right');
  });

  it('appends an end token only when told', () => {
    expect(tokenPlan(layout(), {}).roles.query.appendEos).toBe(false);
    expect(tokenPlan(layout(), { eos: 'append' }).roles.query.appendEos).toBe(true);
  });
});
