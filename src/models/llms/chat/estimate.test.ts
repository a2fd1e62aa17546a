import { expect, it } from 'vitest';
import { mostTokensOut, tokensInMessages, tokensInText } from './chat.js';

it('three bytes are a token, and a message has four of its own', () => {
  expect(tokensInText('')).toBe(0);
  expect(tokensInText('gout')).toBe(2);
  expect(tokensInText('痛風')).toBe(2);
  expect(tokensInMessages([])).toBe(0);
  expect(
    tokensInMessages([
      { role: 'system', content: '' },
      { role: 'user', content: 'gout' },
    ]),
  ).toBe(10);
});

it('an answer has at most what is said, else R2MED’s own limit', () => {
  expect(mostTokensOut({ messages: [], sampling: { maxTokens: 7 } })).toBe(7);
  expect(mostTokensOut({ messages: [], sampling: {} })).toBe(10_240);
});
