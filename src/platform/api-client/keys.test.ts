import { expect, it } from 'vitest';
import { redactKeys } from './resolve-endpoint.js';

const KEY = 'sk-proj-Zq8/secret+Kx4T9wLmN2';

it('words that hold a piece of the key are taken out, and no others', () => {
  const redact = redactKeys({ value: KEY, from: 'OPENAI_API_KEY' });
  expect(redact(`the key "${KEY}" and key=${KEY.slice(-9)}; model tiny`)).toBe(
    'the key "…" and … model tiny',
  );
  expect(redactKeys(undefined)('the model tiny is not there')).toBe('the model tiny is not there');
  expect(redactKeys({ value: 'abc', from: 'X' })('abc abd xabcx')).toBe('… abd …');
});
