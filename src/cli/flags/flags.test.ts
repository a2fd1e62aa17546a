import { expect, it } from 'vitest';
import { pick, verb } from './index.js';

const parsed = (...words: readonly string[]) =>
  verb(pick('retriever depth')).exitOverride().parse(words, { from: 'user' }).opts();

it.each([
  ['bm25, lsa', ['bm25', 'lsa']],
  ['stored:bm25,stored:dense', ['stored:bm25', 'stored:dense']],
  ['bm25,stored:runs/{task}.trec', ['bm25', 'stored:runs/{task}.trec']],
  ['bm25,module:x.mjs', ['bm25', 'module:x.mjs']],
  ['listwise(gpt4, 100),bge-reranker', ['listwise(gpt4, 100)', 'bge-reranker']],
  ['bge, served:http://a/v1,http://b/v1#m, lsa', ['bge', 'served:http://a/v1,http://b/v1#m', 'lsa']],
  ['bm25,command:python3 own.py a,b', ['bm25', 'command:python3 own.py a,b']],
  ['served:http://a/v1,http://b/v1#m', ['served:http://a/v1,http://b/v1#m']],
  ['rrf(bm25, lsa)', ['rrf(bm25, lsa)']],
])('--retriever %s is %j', (value, names) => {
  expect(parsed('--retriever', value).retriever).toEqual(names);
});

it('depths are numbers, separated by commas or said again', () => {
  expect(parsed('--depth', '10,100', '--depth', '5').depth).toEqual([10, 100, 5]);
  expect(() => parsed('--depth', '10,0')).toThrow('expected a whole number from 1');
});
