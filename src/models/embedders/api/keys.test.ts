import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../../test/support/embedding-server.js';
import { collect, servedTests, testClock } from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';
import { apiKey } from '../../../platform/api-client/index.js';
import { DIALECTS, type DialectName, openEmbeddingApi } from './index.js';

const { server, open } = servedTests();
const KEY = 'sk-proj-Zq8/secret+Kx4T9wLmN2';
const VARIABLE = {
  openai: 'OPENAI_API_KEY',
  voyage: 'VOYAGE_API_KEY',
  cohere: 'COHERE_API_KEY',
  jina: 'JINA_API_KEY',
  gemini: 'GEMINI_API_KEY',
} as const satisfies Record<DialectName, string>;
const names = Object.keys(VARIABLE) as DialectName[];

/** Answers that repeat the key, whole, masked, or in a page. */
const TELLTALES: readonly Behaviour[] = [
  { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}.` } }) },
  { status: 403, body: JSON.stringify({ detail: `Bearer ${KEY} may not` }) },
  { status: 401, body: `{"message":"invalid key sk-pr***************LmN2"}` },
  { status: 400, body: JSON.stringify({ error: { message: `${'x'.repeat(190)} ${KEY}` } }) },
  { status: 400, body: JSON.stringify({ error: { message: `key=${KEY.slice(8)}&model=tiny` } }) },
  { status: 500, body: `<html><title>${KEY}</title>` },
  { status: 404, body: `no model for ${KEY}` },
  { status: 429, body: KEY, headers: { 'retry-after': '1' } },
  { status: 302, body: '', headers: { location: `http://localhost/?key=${KEY}` } },
  { status: 200, body: KEY },
  { drop: true },
];

describe('a key', () => {
  it.each(names)('is sent to %s from its variable', async (dialect) => {
    const there = await server();
    const { embedder } = await open(there, { dialect, env: { [VARIABLE[dialect]]: ` ${KEY}\n` } });
    expect((await collect(embedder, ['gout'])).error).toBeUndefined();
    const { headers } = there.requests[0]!;
    expect(dialect === 'gemini' ? headers['x-goog-api-key'] : headers.authorization).toBe(
      dialect === 'gemini' ? KEY : `Bearer ${KEY}`,
    );
    expect(there.requests[0]?.path).not.toContain(KEY);
  });

  it('never appears in spec, notes, reasons, errors or usage, whatever the server repeats', async () => {
    for (const behaviour of TELLTALES) {
      const there = await server();
      there.always(() => behaviour);
      const { embedder } = await open(there, { env: { OPENAI_API_KEY: KEY } });
      const tools = testTools();
      const collected = await collect(embedder, ['gout', 'fever'], 'document', tools);
      const everything = inspect(
        [collected, tools.notes, embedder, embedder.spec, embedder.usage(), [...tools.stored]],
        { depth: null, showHidden: true },
      );
      expect(collected.error ?? collected.reasons.get(0)).toBeDefined();
      for (let i = 0; i + 6 <= KEY.length; i++) expect(everything).not.toContain(KEY.slice(i, i + 6));
      expect(everything).not.toMatch(/\*{3}|LmN2/);
    }
  });

  it('with characters that no header may have is refused without showing it', async () => {
    const opening = open(await server(), { env: { OPENAI_API_KEY: 'sk-\u00e4\nsecret' } });
    await expect(opening).rejects.toThrow('OPENAI_API_KEY: characters that no key has');
    await expect(opening).rejects.not.toThrow('secret');
  });

  it.each(names)('that is missing for %s itself is requested before anything is sent', async (dialect) => {
    await expect(openEmbeddingApi({ dialect, model: 'm', env: {} })).rejects.toThrow(
      `set ${VARIABLE[dialect]}`,
    );
  });

  it('is not needed by a server of one’s own', async () => {
    const there = await server();
    const { embedder } = await open(there);
    await collect(embedder, ['gout']);
    expect(there.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('is taken from the first variable that is set', () => {
    const { keyVariables } = DIALECTS.gemini;
    expect(apiKey(keyVariables, { GOOGLE_API_KEY: 'b' })).toEqual({ value: 'b', from: 'GOOGLE_API_KEY' });
    expect(apiKey(keyVariables, { GOOGLE_API_KEY: 'b', GEMINI_API_KEY: 'a' })?.from).toBe('GEMINI_API_KEY');
    expect(apiKey(keyVariables, { GEMINI_API_KEY: '  ' })).toBeUndefined();
  });
});

describe('a refused key', () => {
  it.each([401, 403])('ends the work at once and names the variable (%i)', async (status) => {
    const there = await server();
    there.always(() => ({ status, body: '{"error":{"message":"account not active"}}' }));
    const { embedder } = await open(there, { env: { OPENAI_API_KEY: KEY }, concurrency: 1 });
    const { error } = await collect(embedder, ['gout']);
    expect(error?.name).toBe('WorkError');
    expect(error?.message).toContain(`answered ${status}: account not active`);
    expect(error?.message).toContain('put a key that is valid there into OPENAI_API_KEY');
    expect(there.requests).toHaveLength(1);
  });

  it('that was never sent is requested', async () => {
    const there = await server();
    there.always(() => ({ status: 401 }));
    const { embedder } = await open(there, { dialect: 'gemini' });
    expect((await collect(embedder, ['gout'])).error?.message).toContain(
      'set GEMINI_API_KEY or GOOGLE_API_KEY',
    );
  });

  it.each([
    [400, 'API key not valid. Please pass a valid API key.', 'put a key that is valid'],
    [402, 'payment required', 'see to the account'],
    [
      404,
      'The model `tiny` does not exist.',
      "check the address (it usually ends in /v1) and the model's name",
    ],
    [308, '', 'give the address that it redirects to'],
  ])('comes in other words too (%i %s)', async (status, message, fix) => {
    const there = await server();
    there.always(() => ({ status, body: JSON.stringify({ error: { message } }) }));
    const { embedder } = await open(there, { env: { OPENAI_API_KEY: KEY } });
    expect((await collect(embedder, ['gout'])).error?.message).toContain(fix);
    expect(there.requests).toHaveLength(1);
  });

  it.each([
    [429, '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'],
    [403, '{"detail":"[AUTHZ_INSUFFICIENT_BALANCE] Insufficient account balance"}'],
  ])('is told from an empty account (%i)', async (status, body) => {
    const there = await server();
    there.always(() => ({ status, body }));
    const { embedder } = await open(there, { env: { OPENAI_API_KEY: KEY } });
    expect((await collect(embedder, ['gout'])).error?.message).toContain('see to the account');
    expect(there.requests).toHaveLength(1);
  });

  it('lets vectors that are on their way come home first, and ends the waits of others', async () => {
    const there = await server();
    const clock = {
      ...testClock(),
      sleep: (_: number, signal: AbortSignal) =>
        new Promise((_resolve, fail) => {
          signal.addEventListener('abort', () => {
            there.letGo('on its way');
            fail(signal.reason);
          });
          there.letGo('denied');
        }),
    };
    there.always(([text]) => {
      if (text === 'on its way') return { late: true };
      return text === 'denied' ? { late: true, status: 401 } : { status: 500 };
    });
    let came = 0;
    // The wait begins when the others have come in.
    const bothIn = new Promise<void>((done) => {
      there.onLate(() => {
        came++;
        if (came === 2) done();
      });
    });
    const { embedder } = await open(there, {
      clock: { ...clock, sleep: (ms, signal) => bothIn.then(() => clock.sleep(ms, signal)) },
      limits: { texts: 1 },
      concurrency: 3,
    });
    const { vectors, error } = await collect(embedder, ['on its way', 'denied', 'fails']);
    expect(error?.message).toContain('401');
    expect(vectors.map(Boolean)).toEqual([true, false, false]);
  });
});
