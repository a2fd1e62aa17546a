import { expect, it } from 'vitest';
import { answerWords } from './answer-words.js';

it('names words that the answer and the evidence have, and the query has not', () => {
  const query = 'A woman with stiff shoulders and a rheumatic fever as a child';
  const evidence = 'Polymyalgia rheumatica makes shoulders stiff.';
  expect(answerWords('Polymyalgia rheumatica, stiff shoulders', query, evidence)).toEqual([
    'polymyalgia',
    'rheumatica',
  ]);
  expect(answerWords('Gout', query, evidence)).toEqual([]);
  expect(answerWords(undefined, query, evidence)).toEqual([]);
});
