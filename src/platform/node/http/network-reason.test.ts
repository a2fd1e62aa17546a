import { expect, it } from 'vitest';
import { networkReason } from './network-reason.js';

const error = (code: string, message = code): Error => Object.assign(new Error(message), { code });

it.each([
  ['ECONNREFUSED', 'the connection was refused', true, true],
  ['ENOTFOUND', 'no such host, or no network', true, true],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection in time', true, true],
  ['ECONNRESET', 'the connection was dropped', true, false],
  ['UND_ERR_SOCKET', 'the connection was dropped', true, false],
  ['UND_ERR_BODY_TIMEOUT', 'the connection fell silent', true, false],
  ['CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED', false, true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https', false, true],
  ['EWHAT', 'EWHAT', true, false],
])('%s: %s; worth another try: %s; nothing was asked: %s', (code, reason, transient, unconnected) => {
  expect(networkReason(error(code))).toEqual({ code, reason, transient, unconnected });
});

it('is found within other errors', () => {
  expect(networkReason(new Error('failed', { cause: error('ECONNRESET') })).code).toBe('ECONNRESET');
  expect(networkReason(new AggregateError([error('ENOTFOUND'), error('EWHAT')])).code).toBe('ENOTFOUND');
});

it('is made of anything that is thrown', () => {
  for (const thrown of ['text', undefined, null, 7, {}])
    expect(networkReason(thrown)).toMatchObject({ code: '', reason: String(thrown), transient: true });
});
