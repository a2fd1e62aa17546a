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

  it('starts over after 98,304 words and stays right', () => {
    const finish = vi.fn((token: string) => `${token}.`);
    const recall = memoOf(finish);
    const words = Array.from({ length: 200_000 }, (_, i) => `w${i.toString(36)}`);
    expect(words.filter((word) => recall(word) !== `${word}.`)).toEqual([]);
    expect(recall('w0')).toBe('w0.');
    expect(finish).toHaveBeenCalledTimes(words.length + 1);
    expect(recall(words.at(-1)!)).toBe(`${words.at(-1)}.`);
    expect(finish).toHaveBeenCalledTimes(words.length + 1);
  });

  it('finishes long tokens every time', () => {
    const finish = vi.fn((token: string) => token);
    const recall = memoOf(finish);
    const long = 'x'.repeat(24);
    expect([recall(long), recall(long)]).toEqual([long, long]);
    expect(finish).toHaveBeenCalledTimes(2);
  });

  it('has room for words of the longest remembered length', () => {
    const recall = memoOf((token) => token);
    const words = Array.from({ length: 99_000 }, (_, i) => `${i}`.padStart(23, 'x'));
    expect(words.filter((word) => recall(word) !== word)).toEqual([]);
  });
});
