import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { type EncodePlan, encoder } from './encode.js';
import type { TokenTemplate } from './token-template.js';
import type { TextTokenizer } from './tokenizer.js';

const CLS = 101;
const SEP = 102;
const EOS = 2;
const MASK = 103;
const A = { text: 'A', type: 0 } as const;

const BERT: TokenTemplate = {
  single: [{ special: CLS, type: 0 }, A, { special: SEP, type: 0 }],
  pair: [
    { special: CLS, type: 0 },
    A,
    { special: SEP, type: 0 },
    { text: 'B', type: 1 },
    { special: SEP, type: 1 },
  ],
};
const PLAIN: TokenTemplate = { single: [A], pair: [A, { text: 'B', type: 1 }] };
const ENDED: TokenTemplate = { ...PLAIN, single: [A, { special: EOS, type: 0 }] };

/** A token per character: its code. */
const tokenizer = (frame: TokenTemplate, changes: Partial<TextTokenizer> = {}): TextTokenizer => ({
  ids: (text) => Array.from(text, (character) => character.codePointAt(0)!),
  idOf: (token) => ({ '[Q]': 7 })[token],
  tokenOf: (id) => String.fromCodePoint(id),
  frame,
  padId: 0,
  eosId: EOS,
  maskId: MASK,
  cutSide: 'right',
  ...changes,
});

const PLAN: EncodePlan = {
  prefix: '',
  suffix: '',
  maxTokens: 8,
  strip: false,
  lowerCase: false,
  pair: false,
  appendEos: false,
  promptTokens: 'pool',
};

const ids = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

describe('encoder', () => {
  it('cuts the text and keeps its special tokens', () => {
    const encode = encoder(tokenizer(BERT), PLAN);
    expect(encode('abcdef')).toMatchObject({ ids: [CLS, ...ids('abcdef'), SEP], cut: false });
    expect(encode('abcdefg')).toMatchObject({ ids: [CLS, ...ids('abcdef'), SEP], cut: true });
  });

  it('cuts on the side the tokenizer says', () => {
    const encode = encoder(tokenizer(BERT, { cutSide: 'left' }), PLAN);
    expect(encode('abcdefg').ids).toEqual([CLS, ...ids('bcdefg'), SEP]);
  });

  it('gives an empty text its special tokens', () => {
    expect(encoder(tokenizer(BERT), PLAN)('').ids).toEqual([CLS, SEP]);
  });

  it('puts prefix and suffix around the text before it cuts', () => {
    const encode = encoder(tokenizer(PLAIN), { ...PLAN, prefix: 'q:', suffix: '!' });
    expect(encode('abc').ids).toEqual(ids('q:abc!'));
    expect(encode('abcdefgh').ids).toEqual(ids('q:abcdef'));
  });

  it('makes a document the second text after an empty title', () => {
    const encoded = encoder(tokenizer(BERT), { ...PLAN, pair: true })('abcdefgh');
    expect(encoded.ids).toEqual([CLS, SEP, ...ids('abcde'), SEP]);
    expect(encoded.types).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
  });

  it.each([
    ['the tokenizer puts none', PLAIN],
    ['the tokenizer puts it itself', ENDED],
  ])('ends in one end token within the limit where %s', (_, frame) => {
    const encode = encoder(tokenizer(frame), { ...PLAN, appendEos: true });
    expect(encode('abc').ids).toEqual([...ids('abc'), EOS]);
    expect(encode('abcdefghij').ids).toEqual([...ids('abcdefg'), EOS]);
    expect(encode('').ids).toEqual([EOS]);
  });

  it('refuses to append an end token that the model does not name', () => {
    const nameless = tokenizer(PLAIN, { eosId: undefined });
    expect(() => encoder(nameless, { ...PLAN, appendEos: true })).toThrow(/eos_token/);
  });

  it('refuses a limit that leaves no room for text', () => {
    expect(() => encoder(tokenizer(BERT), { ...PLAN, maxTokens: 2 })).toThrow(InputError);
  });

  it("strips what Python calls white space, and not JavaScript's byte order mark", () => {
    const encode = encoder(tokenizer(PLAIN), { ...PLAN, strip: true });
    expect(encode('\u0085\u001c\t a b \u3000\n').ids).toEqual(ids('a b'));
    expect(encode('\ufeffa').ids).toEqual(ids('\ufeffa'));
    expect(encode(' \n ').ids).toEqual([]);
  });

  it('strips a prompt together with its text', () => {
    const encode = encoder(tokenizer(PLAIN), { ...PLAN, strip: true, prefix: 'q: ' });
    expect(encode('').ids).toEqual(ids('q:'));
  });

  it('lower-cases where the model says so', () => {
    expect(encoder(tokenizer(PLAIN), { ...PLAN, lowerCase: true })('aB').ids).toEqual(ids('ab'));
  });

  it.each([
    ['leave-out', 3],
    ['leave-out-bare', 2],
    ['pool', 0],
  ] as const)('counts the tokens of a prompt that do not pool: %s', (promptTokens, leftOut) => {
    const encode = encoder(tokenizer(BERT), { ...PLAN, prefix: 'q:', promptTokens });
    expect(encode('abc').leftOut).toBe(leftOut);
  });

  it('leaves out nothing without a prompt', () => {
    expect(encoder(tokenizer(BERT), { ...PLAN, promptTokens: 'leave-out' })('abc').leftOut).toBe(0);
  });

  it('puts a marker after the first special token, within the limit', () => {
    const encode = encoder(tokenizer(BERT), { ...PLAN, marker: '[Q]' });
    expect(encode('abcdefgh').ids).toEqual([CLS, 7, ...ids('abcde'), SEP]);
    expect(() => encoder(tokenizer(BERT), { ...PLAN, marker: '[X]' })).toThrow(/marker "\[X\]"/);
  });

  it('fills up with mask tokens that nobody looks at unless told', () => {
    const fill = (attended: boolean) => encoder(tokenizer(BERT), { ...PLAN, fill: { to: 6, attended } });
    expect(fill(false)('ab')).toMatchObject({ ids: [CLS, ...ids('ab'), SEP, MASK, MASK], attended: 4 });
    expect(fill(true)('ab').attended).toBe(6);
    expect(fill(false)('abcdef').ids).toHaveLength(8);
    const nameless = tokenizer(BERT, { maskId: undefined });
    expect(() => encoder(nameless, { ...PLAN, fill: { to: 6, attended: false } })('ab')).toThrow(
      /mask token/,
    );
  });
});
