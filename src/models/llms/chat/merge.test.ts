import { expect, it } from 'vitest';
import { merged } from './open-chat.js';

it('extra fields win, and join objects that are there already', () => {
  const body = { model: 'm', generationConfig: { temperature: 1, topK: 3 }, stop: ['a'] };
  const extra = {
    generationConfig: { topK: 4, thinkingConfig: { includeThoughts: true } },
    stop: ['b'],
    more: null,
  };
  expect(merged(body, extra)).toEqual({
    model: 'm',
    generationConfig: { temperature: 1, topK: 4, thinkingConfig: { includeThoughts: true } },
    stop: ['b'],
    more: null,
  });
  expect(body.generationConfig).toEqual({ temperature: 1, topK: 3 });
  expect(merged({ a: { b: 1 } }, { a: 2 })).toEqual({ a: 2 });
  expect(merged({ a: 2 }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
});
