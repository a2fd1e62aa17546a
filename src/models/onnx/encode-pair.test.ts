import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { pairEncoder } from './encode-pair.js';
import type { PairPlan } from './plan.js';
import type { TokenTemplate } from './token-template.js';
import type { TextTokenizer } from './tokenizer.js';

const [CLS, SEP, END] = [101, 102, 2];
const cls = { special: CLS, type: 0 };
const A = { text: 'A', type: 0 } as const;
const BERT: TokenTemplate = {
  single: [cls, A, { special: SEP, type: 0 }],
  pair: [cls, A, { special: SEP, type: 0 }, { text: 'B', type: 1 }, { special: SEP, type: 1 }],
};
const end = { special: END, type: 0 };
const ROBERTA: TokenTemplate = { single: [A], pair: [cls, A, end, end, { text: 'B', type: 0 }, end] };

const ids = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/** A token per character: its code. Counts the texts it tokenizes. */
const tokenizer = (changes: Partial<TextTokenizer> = {}): TextTokenizer & { texts: string[] } => {
  const texts: string[] = [];
  return {
    texts,
    ids: (text) => {
      texts.push(text);
      return ids(text);
    },
    idOf: () => undefined,
    tokenOf: (id) => String.fromCodePoint(id),
    frame: BERT,
    padId: 0,
    eosId: undefined,
    maskId: undefined,
    cutSide: 'right',
    ...changes,
  };
};

const BARE = { prefix: '', suffix: '' };
const PLAN: PairPlan = { query: BARE, document: BARE, maxTokens: 10, truncation: 'longest-first' };
const encoding = (plan: Partial<PairPlan>, changes?: Partial<TextTokenizer>) =>
  pairEncoder(tokenizer(changes), { ...PLAN, ...plan })();

describe('a pair', () => {
  it('stands in the frame of its tokenizer, with its types', () => {
    expect(encoding({})({ query: 'ab', document: 'c' })).toEqual({
      ids: [CLS, ...ids('ab'), SEP, ...ids('c'), SEP],
      types: [0, 0, 0, 0, 1, 1],
      leftOut: 0,
      attended: 6,
      cut: false,
      lost: { query: 0, document: 0 },
    });
    const roberta = encoding({}, { frame: ROBERTA })({ query: 'ab', document: 'c' })!;
    expect(roberta.ids).toEqual([CLS, ...ids('ab'), END, END, ...ids('c'), END]);
    expect(new Set(roberta.types)).toEqual(new Set([0]));
  });

  it('keeps its frame when both texts are empty', () => {
    expect(encoding({})({ query: '', document: '' })!.ids).toEqual([CLS, SEP, SEP]);
  });

  it('loses tokens of the longer text first, and says how many of which', () => {
    const encode = encoding({});
    expect(encode({ query: 'ab', document: 'cdefgh' })).toMatchObject({
      ids: [CLS, ...ids('ab'), SEP, ...ids('cdefg'), SEP],
      cut: true,
      lost: { query: 0, document: 1 },
    });
    expect(encode({ query: 'abcdefgh', document: 'x' })!.lost).toEqual({ query: 2, document: 0 });
    expect(encode({ query: 'abcdefgh', document: 'stuvwxyz' })!.lost).toEqual({ query: 5, document: 4 });
  });

  it('loses only tokens of the document where that is the rule, and cannot be read when none would be left', () => {
    const encode = encoding({ truncation: 'only-second' });
    expect(encode({ query: 'abcdef', document: 'stu' })!.lost).toEqual({ query: 0, document: 2 });
    expect(encode({ query: 'abcdefg', document: 'stu' })).toBeUndefined();
    expect(encode({ query: 'abcdefg', document: '' })!.cut).toBe(false);
    expect(encode({ query: 'abcdefgh', document: '' })).toBeUndefined();
  });

  it('is cut on the side the tokenizer says', () => {
    const encode = encoding({}, { cutSide: 'left' });
    expect(encode({ query: 'a', document: 'stuvwxyz' })!.ids).toEqual([
      CLS,
      ...ids('a'),
      SEP,
      ...ids('uvwxyz'),
      SEP,
    ]);
  });

  it('has its form put around before it is cut', () => {
    const encode = encoding({ query: { prefix: 'q:', suffix: '?' }, document: { prefix: 'd:', suffix: '' } });
    expect(encode({ query: 'a', document: 'xyz' })).toMatchObject({
      ids: [CLS, ...ids('q:a'), SEP, ...ids('d:xy'), SEP],
      lost: { query: 1, document: 1 },
    });
  });

  it('never goes over the limit and loses nothing that has room', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 5, max: 40 }), (query, document, maxTokens) => {
        const { ids: all, lost } = encoding({ maxTokens })({ query, document })!;
        const wanted = [...query].length + [...document].length + 3;
        expect(all.length).toBe(Math.min(wanted, maxTokens));
        expect(all.length + lost.query + lost.document).toBe(wanted);
      }),
    );
  });
});

describe('an encoder of pairs', () => {
  it('tokenizes a text that comes up again once', () => {
    const inner = tokenizer();
    const encode = pairEncoder(inner, PLAN)();
    for (const document of ['x', 'y', 'x']) encode({ query: 'q', document });
    expect(inner.texts).toEqual(['q', 'x', 'y']);
  });

  it('refuses a limit without room for both texts', () => {
    expect(() => pairEncoder(tokenizer(), { ...PLAN, maxTokens: 4 })).toThrow(InputError);
    expect(() => pairEncoder(tokenizer(), { ...PLAN, maxTokens: 5 })).not.toThrow();
  });
});
