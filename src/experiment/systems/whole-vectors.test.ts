import { expect, it } from 'vitest';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { wholeVectorsOf } from './whole-vectors.js';

const whole = (text: string) => {
  const found = wholeVectorsOf(parseStages(text));
  return found && [found.form, printStages(found.whole)];
};

it('a smaller form of vectors, or a graph, is one of the whole vectors in the same pipeline', () => {
  expect(whole('bge(int8)')).toEqual(['int8', 'bge']);
  expect(whole('bge(truncate:256+binary, precision=fp16)')).toEqual([
    'truncate:256+binary',
    'bge(precision=fp16)',
  ]);
  expect(whole('hyde(gpt4) > bge(hnsw, m=8) > top(10)')).toEqual(['hnsw', 'hyde(gpt4) > bge > top(10)']);
});

it('a system with whole vectors, or without vectors, is not a form of another', () => {
  for (const text of ['bge', 'bm25(k1=1.2)', 'rrf(bge(int8), bm25)', 'hyde(gpt4) > bm25', 'bge(wrong)'])
    expect(whole(text)).toBeUndefined();
});
