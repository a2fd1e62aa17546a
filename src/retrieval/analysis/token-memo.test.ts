import { describe, expect, it, vi } from 'vitest';
import { HASH_START, hashed, tokenMemo } from './token-memo.js';

const hashOf = (token: string): number =>
  [...token].reduce((hash, c) => hashed(hash, c.charCodeAt(0)), HASH_START);

const memoOf = (finish: (token: string) => string) => {
  const recall = tokenMemo(finish);
  return (token: string, hash = hashOf(token)): string => recall(`<${token}>`, 1, token.length + 1, hash);
};

describe('tokenMemo', () => {
  it('finishes a word once and remembers its term', () => {
    const finish = vi.fn((token: string) => token.toUpperCase());
    const recall = memoOf(finish);
    expect([recall('fever'), recall('cough'), recall('fever')]).toEqual(['FEVER', 'COUGH', 'FEVER']);
    expect(finish.mock.calls).toEqual([['fever'], ['cough']]);
  });

  it('remembers that a word was dropped', () => {
    const finish = vi.fn(() => '');
    const recall = memoOf(finish);
    expect([recall('the'), recall('the')]).toEqual(['', '']);
    expect(finish).toHaveBeenCalledTimes(1);
  });

  it('tells words of equal hash apart, by length and by letters', () => {
    const recall = memoOf((token) => `${token}!`);
    const words = ['acute', 'acuta', 'acut', 'acutes', 'a'];
    expect(words.map((word) => recall(word, 7))).toEqual(words.map((word) => `${word}!`));
    expect(words.map((word) => recall(word, 7))).toEqual(words.map((word) => `${word}!`));
  });

  it('tells a word from one that begins like it', () => {
    const recall = memoOf((token) => token);
    expect([recall('renal'), recall('rena'), recall('renals'), recall('renal')]).toEqual([
      'renal',
      'rena',
      'renals',
      'renal',
    ]);
  });

  it('starts over after 65,536 words and stays right', () => {
    const finish = vi.fn((token: string) => `${token}.`);
    const recall = memoOf(finish);
    const words = Array.from({ length: 140_000 }, (_, i) => `w${i.toString(36)}`);
    for (const word of words) expect(recall(word)).toBe(`${word}.`);
    expect(recall('w0')).toBe('w0.');
    expect(finish).toHaveBeenCalledTimes(words.length + 1);
    expect(recall(words.at(-1)!)).toBe(`${words.at(-1)}.`);
    expect(finish).toHaveBeenCalledTimes(words.length + 1);
  });

  it('finishes long tokens every time', () => {
    const finish = vi.fn((token: string) => token);
    const recall = memoOf(finish);
    const long = 'x'.repeat(33);
    expect([recall(long), recall(long)]).toEqual([long, long]);
    expect(finish).toHaveBeenCalledTimes(2);
  });

  it('has room for 65,536 words of the longest remembered length', () => {
    const recall = memoOf((token) => token);
    for (let i = 0; i < 66_000; i++) {
      const word = `${i}`.padStart(32, 'x');
      expect(recall(word)).toBe(word);
    }
  });
});
