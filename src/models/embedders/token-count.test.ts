import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hubCacheWith, TINY_TOKENIZER } from '../../../test/support/model-cache.js';
import { estimatedTokens } from '../../core/index.js';
import { type ModelEntry, modelEntry } from './model-entries.js';
import { promptFor } from './prompt.js';
import { fitTo, openTokenizer, tokenCounter, tokenizerRepositories } from './token-count.js';

const words = (text: string): number => text.split(' ').filter(Boolean).length;

describe('what does not fit', () => {
  it('is nothing when the text fits exactly', () => {
    expect(fitTo('gout in a joint', 4, words)).toEqual({ tokens: 4, limit: 4, cut: '' });
  });

  it('is the end of the text', () => {
    const { cut, tokens } = fitTo('gout in a joint', 3, words);
    expect(tokens).toBe(4);
    expect(cut).toBe('joint');
  });

  it('is everything when the prompt alone is too long', () => {
    expect(fitTo('gout', 2, (text) => 3 + words(text)).cut).toBe('gout');
  });

  it('never splits a character, and what is kept fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const characters = (kept: string) => [...kept].length;
        const { cut } = fitTo(text, limit, characters);
        const kept = text.slice(0, text.length - cut.length);
        expect(kept + cut).toBe(text);
        expect(characters(kept)).toBe(Math.min(limit, characters(text)));
      }),
    );
  });

  it('of a service without a tokenizer is estimated at four characters a token', () => {
    expect(['', 'a', 'four', 'fiver'].map(estimatedTokens)).toEqual([0, 1, 1, 2]);
  });
});

describe('token counts', () => {
  const counter = async (entry: ModelEntry, role: 'query' | 'document') => {
    const [repository = ''] = tokenizerRepositories(entry, role);
    const tokenizer = await openTokenizer(entry, role, hubCacheWith({ [repository]: TINY_TOKENIZER }));
    return tokenCounter(tokenizer!, entry, role, promptFor(entry, role, 'Biology'));
  };

  it('hold the special tokens', async () => {
    const count = await counter(modelEntry('contriever'), 'query');
    expect(count('gout in a joint')).toBe(6);
    expect(count('')).toBe(2);
  });

  it('hold the instruction', async () => {
    const [query, document] = await Promise.all([
      counter(modelEntry('multilingual-e5-small'), 'query'),
      counter(modelEntry('multilingual-e5-small'), 'document'),
    ]);
    // "query: " and "passage: " are two tokens each: an unknown word and a colon.
    expect([query('gout'), document('gout')]).toEqual([5, 5]);
  });

  it('hold the end token once, whether or not the tokenizer adds it', async () => {
    const count = await counter(modelEntry('e5'), 'document');
    expect(count('gout')).toBe(4);
    expect(count('gout') - (await counter(modelEntry('bge'), 'document'))('gout')).toBe(1);
  });

  it('hold the second separator of a pair with an empty title', async () => {
    const entry = modelEntry('medcpt');
    expect((await counter(entry, 'document'))('gout')).toBe(4);
    expect((await counter(entry, 'query'))('gout')).toBe(3);
  });

  it('hold the marker of late interaction', async () => {
    expect((await counter(modelEntry('colbertv2'), 'query'))('gout')).toBe(4);
  });
});

describe('a tokenizer', () => {
  it('is the query encoder’s for queries where there are two', () => {
    expect(tokenizerRepositories(modelEntry('medcpt'), 'query')).toEqual(['ncbi/MedCPT-Query-Encoder']);
    expect(tokenizerRepositories(modelEntry('medcpt'), 'document')).toEqual(['ncbi/MedCPT-Article-Encoder']);
  });

  it('is also looked for next to an ONNX export of the model', async () => {
    const entry = modelEntry('qwen3-embedding-0.6b');
    const cache = hubCacheWith({ 'onnx-community/Qwen3-Embedding-0.6B-ONNX': TINY_TOKENIZER });
    expect(await openTokenizer(entry, 'query', cache)).toBeDefined();
  });

  it('that is not on this machine is not there', async () => {
    expect(await openTokenizer(modelEntry('bge'), 'query', hubCacheWith({}))).toBeUndefined();
    const halved = { 'BAAI/bge-large-en-v1.5': { 'tokenizer.json': '{}' } };
    expect(await openTokenizer(modelEntry('bge'), 'query', hubCacheWith(halved))).toBeUndefined();
  });
});
