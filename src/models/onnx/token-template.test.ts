import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import type { SpecialTokens, TokenizerConfig } from './layout.js';
import { loadedFrame, type Piece, specials, type TokenTemplate, templateOf } from './token-template.js';

/** `101:0 A:0 102:0`: ids and texts with their types. */
const written = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => `${'special' in piece ? piece.special : piece.text}:${piece.type}`).join(' ');

const frame = (postProcessor: unknown): TokenTemplate => templateOf('tokenizer.json', postProcessor);

const token = (id: string, type_id = 0) => ({ SpecialToken: { id, type_id } });
const text = (id: string, type_id = 0) => ({ Sequence: { id, type_id } });

describe('frameOf', () => {
  it('puts nothing around a text without a post-processor', () => {
    expect(written(frame(null).single)).toBe('A:0');
    expect(written(frame(undefined).pair)).toBe('A:0 B:1');
  });

  it('follows a template, tokens of several ids included', () => {
    const { single, pair } = frame({
      type: 'TemplateProcessing',
      single: [token('<s>'), text('A'), token('</s>')],
      pair: [token('<s>'), text('A'), text('B', 1), token('</s>', 1)],
      special_tokens: { '<s>': { ids: [1, 7] }, '</s>': { ids: [2] } },
    });
    expect(written(single)).toBe('1:0 7:0 A:0 2:0');
    expect(written(pair)).toBe('1:0 7:0 A:0 B:1 2:1');
    expect(specials(pair)).toBe(3);
  });

  it("gives BERT's second text the second type", () => {
    const { pair } = frame({ type: 'BertProcessing', cls: ['[CLS]', 101], sep: ['[SEP]', 102] });
    expect(written(pair)).toBe('101:0 A:0 102:0 B:1 102:1');
  });

  it("separates RoBERTa's texts by two tokens, all of one type", () => {
    const { pair } = frame({ type: 'RobertaProcessing', cls: ['<s>', 0], sep: ['</s>', 2] });
    expect(written(pair)).toBe('0:0 A:0 2:0 2:0 B:0 2:0');
  });

  it('finds the one that adds tokens in a sequence', () => {
    const template = {
      type: 'TemplateProcessing',
      single: [text('A'), token('</s>')],
      pair: [text('A'), text('B')],
      special_tokens: { '</s>': { ids: [2] } },
    };
    const sequence = { type: 'Sequence', processors: [{ type: 'ByteLevel' }, template] };
    expect(written(frame(sequence).single)).toBe('A:0 2:0');
    const twice = { type: 'Sequence', processors: [template, template] };
    expect(() => frame(twice)).toThrow(InputError);
  });

  it('names the file of a post-processor it does not know', () => {
    expect(() => frame({ type: 'Other' })).toThrow(/^tokenizer\.json: post_processor/);
  });
});

describe('loadedFrame', () => {
  const plain = frame(null);
  const tokens = { bos_token: '<s>', eos_token: '</s>' } as SpecialTokens;
  const idOf = (name: string) => ({ '<s>': 1, '</s>': 2 })[name];
  const loaded = (config: object): TokenTemplate =>
    loadedFrame(plain, config as TokenizerConfig, tokens, idOf);

  it('is what tokenizer.json says for most classes, whatever add_eos_token says', () => {
    expect(loaded({ tokenizer_class: 'PreTrainedTokenizerFast', add_eos_token: true })).toBe(plain);
    expect(loaded({})).toBe(plain);
  });

  it('is rebuilt for Llama, with a begin token unless it is switched off', () => {
    expect(written(loaded({ tokenizer_class: 'LlamaTokenizer' }).single)).toBe('1:0 A:0');
    expect(written(loaded({ tokenizer_class: 'LlamaTokenizerFast', add_eos_token: true }).pair)).toBe(
      '1:0 A:0 2:0 1:1 B:1 2:1',
    );
    expect(written(loaded({ tokenizer_class: 'LlamaTokenizer', add_bos_token: false }).single)).toBe('A:0');
  });

  it('has no special tokens for GPT-NeoX unless they are switched on', () => {
    expect(written(loaded({ tokenizer_class: 'GPTNeoXTokenizer' }).single)).toBe('A:0');
    expect(written(loaded({ tokenizer_class: 'GPTNeoXTokenizer', add_eos_token: true }).single)).toBe(
      'A:0 2:0',
    );
  });
});
