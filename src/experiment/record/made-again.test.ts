import { expect, it } from 'vitest';
import { rerunWords } from './made-again.js';

it('asks for the folder of prompts again where a stage has one of them', () => {
  const plain = rerunWords({ name: 'bm25 > listwise(gpt4, 10)', spec: {} });
  expect(plain).toEqual(['--system', 'bm25 > listwise(gpt4, 10)']);
  const name = 'bm25 > listwise(gpt4, 10, prompt=rank_zephyr_template)';
  expect(rerunWords({ name, spec: {} })).toEqual(['--system', name, '--prompts', 'FOLDER']);
});
