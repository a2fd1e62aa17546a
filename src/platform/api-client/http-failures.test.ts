import { describe, expect, it } from 'vitest';
import { networkFailure, statusFailure } from './http-failures.js';

const error = (code: string): Error => Object.assign(new Error(code), { code });

describe('a failure', () => {
  it.each([
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['ECONNRESET', 'silent'],
    ['UND_ERR_SOCKET', 'silent'],
    ['CERT_HAS_EXPIRED', 'denied'],
  ])('of the network with %s is %s', (code, kind) => {
    expect(networkFailure(error(code), 'http://a')).toMatchObject({ kind });
  });

  it.each([
    [301, 'denied'],
    [400, 'refused'],
    [401, 'denied'],
    [402, 'denied'],
    [403, 'denied'],
    [404, 'denied'],
    [405, 'denied'],
    [408, 'broken'],
    [413, 'refused'],
    [422, 'refused'],
    [424, 'broken'],
    [429, 'busy'],
    [451, 'refused'],
    [500, 'broken'],
    [502, 'broken'],
    [503, 'busy'],
    [529, 'busy'],
  ])('with status %i is %s', (status, kind) => {
    const answer = { status, header: () => undefined, body: '' };
    const asked = {
      endpoint: 'http://a',
      key: undefined,
      keyVariables: ['K'],
      homeVariable: undefined,
      keyHeldBack: false,
      now: 0,
      redact: (text: string) => text,
    };
    expect(statusFailure(answer, asked)).toMatchObject({ kind, message: `http://a answered ${status}` });
  });
});
