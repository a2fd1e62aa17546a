import { expect, it } from 'vitest';
import { searchesFree } from './searches-free.js';

it.each(['bm25', 'lsa', 'bm25-lucene > top(10)', 'rrf(bm25, lsa)', 'onnx:folder', 'bge'])(
  'lets %s search any text',
  (system) => {
    expect(searchesFree(system)).toBe(true);
  },
);

it.each([
  'hyde(gpt4) > bm25',
  'rrf(hyde(gpt4) > bm25, lsa)',
  'bm25 > listwise(gpt4, 10)',
  'voyage',
  'stored:run.trec',
  'served:http://127.0.0.1:1#model',
  'no such system',
])('does not let %s', (system) => {
  expect(searchesFree(system)).toBe(false);
});
