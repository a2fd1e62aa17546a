import { expect, it } from 'vitest';
import { reportedStatus } from './request.js';

it.each([
  [{ error: { code: 502, message: 'm' } }, 502],
  [{ error: { code: 'context_length_exceeded', message: 'm' } }, 400],
  [{ error: { code: null, type: 'server_error', message: 'm' } }, 500],
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529],
  [{ type: 'error', error: { type: 'rate_limit_error', message: 'm' } }, 429],
  [{ error: { code: 503, status: 'UNAVAILABLE' } }, 503],
  [{ error: 'model not found' }, 500],
  [{ error: { code: 7, message: 'm' } }, 500],
  [{ object: 'error', message: 'm', code: 400 }, 400],
  [{ error: null, choices: [] }, undefined],
  [{ error: '', choices: [] }, undefined],
  [{ choices: [] }, undefined],
  [[], undefined],
  ['error', undefined],
  [null, undefined],
])('%j would have come with %j', (answer, status) => {
  expect(reportedStatus(answer)).toBe(status);
});
