import { describe, expect, it } from 'vitest';
import { networkFailure, statusFailure } from './hub-failure.js';

const error = (code: string, message = code): Error => Object.assign(new Error(message), { code });

describe('a network failure', () => {
  it.each([
    ['a plain error', error('ENOTFOUND')],
    ['an error within another', new Error('failed', { cause: error('ENOTFOUND') })],
    ['the first of several', new AggregateError([error('ENOTFOUND'), error('ECONNREFUSED')])],
  ])('is told from %s', (_, thrown) => {
    const failure = networkFailure(thrown, 'https://hub.test');
    expect(failure.message).toBe('https://hub.test: no such host, or no network');
    expect(failure).toMatchObject({ kind: 'unreachable', details: { transient: true } });
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('%s is not tried again', (code) => {
    expect(networkFailure(error(code, 'certificate problem'), 'x').details.transient).toBe(false);
  });

  it('of an unknown kind keeps its words', () => {
    expect(networkFailure(error('EWHAT', 'something else'), 'x').message).toBe('x: something else');
    expect(networkFailure('thrown text', 'x').message).toBe('x: thrown text');
  });
});

describe('a status', () => {
  const asked = { own: true, token: undefined, now: 0 };
  const failureOf = (status: number, headers: Readonly<Record<string, string>> = {}) =>
    statusFailure({ status, header: (name) => headers[name] }, new URL('https://hub.test/a?token=x'), asked);

  it.each([
    [400, 'unusable', undefined],
    [401, 'refused', undefined],
    [403, 'refused', undefined],
    [404, 'absent', undefined],
    [408, 'busy', true],
    [410, 'absent', undefined],
    [429, 'busy', true],
    [451, 'unusable', undefined],
    [500, 'busy', true],
    [503, 'busy', true],
    [304, 'unusable', undefined],
  ])('%i is %s', (status, kind, transient) => {
    const { kind: found, details, message } = failureOf(status);
    expect([found, details.transient]).toEqual([kind, transient]);
    expect(message).toContain(`https://hub.test answered ${status}`);
    expect(message).not.toContain('token=x');
  });

  it('shows the hub’s own words as one short line', () => {
    const words = `Gated\u001b[31m\r\n${'x'.repeat(500)}`;
    const { message } = failureOf(403, { 'x-error-message': words });
    expect(message).toMatch(/^https:\/\/hub\.test answered 403 \(Gated \[31m x+\); no token was sent$/);
    expect(message.length).toBeLessThan(300);
  });
});
