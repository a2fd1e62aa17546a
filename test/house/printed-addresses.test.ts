import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../src/core/index.js';
import { endpointAddress, parseServed } from '../../src/platform/api-client/index.js';
import { hubEndpoint } from '../../src/platform/hub/settings.js';
import { openEngine } from '../../src/search/engines/index.js';
import { r2med } from '../support/in-process.js';
import { testTools } from '../support/tools.js';

/** Whoever is given an address and refuses one with a password. */
const READERS: Readonly<Record<string, (address: string) => unknown>> = {
  'the address of a server': endpointAddress,
  'an address in a list': (address) => addressesIn(`http://a,${address},http://b`).map(endpointAddress),
  'served:': (address) => parseServed(`served:${address}/v1#model`),
  HF_ENDPOINT: (HF_ENDPOINT) => hubEndpoint({ HF_ENDPOINT }),
  '--engine': (address) => openEngine(`opensearch:${address}`, {}, testTools()),
  OPENSEARCH_URL: (OPENSEARCH_URL) => openEngine('opensearch', { OPENSEARCH_URL }, testTools()),
};

/** Every piece of a password that says something of it. */
const piecesOf = (password: string): readonly string[] =>
  password.split(/[^a-z]+/).filter((piece) => piece.length > 1);

/** Letters that no message has, and every mark that could end the reading of a password. */
const password = fc
  .array(fc.tuple(fc.constantFrom('qxz', 'zqj', 'jxq'), fc.constantFrom(...'/#?,:@ "\'\\<>%&;=')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `${parts.flat().join('')}wq`);

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('is refused with a password, of which nothing is said', async () => {
    await fc.assert(
      fc.asyncProperty(password, fc.constantFrom('http://', 'https://'), async (secret, scheme) => {
        const said = await Promise.resolve()
          .then(() => read(`${scheme}vjuser:${secret}@host:80`))
          .then(
            () => 'accepted',
            (error: Error) => error.message,
          );
        expect(said).not.toBe('accepted');
        for (const piece of ['vjuser', ...piecesOf(secret)]) expect(said).not.toContain(piece);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  ['run', '--task', 'sample', '--retriever', 'served:http://vjuser:qxz/zqj@host/v1#m'],
  ['run', '--suite', 'sample', '--system', 'bm25', '--engine', 'opensearch:http://vjuser:qxz#zqj@host'],
  ['search', '--suite', 'sample', '--system', 'served-search:http://vjuser:qxz?zqj@host/find', 'gout'],
  ['review', 'serve', 'folder', '--behind-tls', 'https://vjuser:qxz/zqj@host'],
])('%s %s %s %s %s prints no part of a password', async (...args) => {
  const { stdout, stderr, code } = await r2med(args);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(/vjuser|qxz|zqj/);
});
