import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, servedTests } from '../../../../test/support/served-embedder.js';
import { InputError } from '../../../core/index.js';
import { endpointAddress, isLoopback, parseServed, sameModelAs } from '../../../platform/api-client/index.js';
import { openEmbeddingApi } from './open-embedding-api.js';

const { server, open } = servedTests();

/** A proxy through which every host leads to one server. */
const startProxy = async (target: string) => {
  const targets: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, client: Socket) => {
    targets.push(request.url ?? '');
    const onward = connect(Number(new URL(target).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { origin, targets, close: () => proxy.close() };
};

describe('served:', () => {
  it.each([
    ['served:http://localhost:8000/v1#BAAI/bge', ['http://localhost:8000/v1'], 'BAAI/bge'],
    ['http://gpu:1/v1/#m', ['http://gpu:1/v1'], 'm'],
    ['http://a/v1, http://b/v1#m', ['http://a/v1', 'http://b/v1'], 'm'],
    ['http://a/v1/embeddings#nomic-embed-text:v1.5', ['http://a/v1'], 'nomic-embed-text:v1.5'],
    ['https://[::1]:80/v1#m#2', ['https://[::1]:80/v1'], 'm#2'],
  ])('%s is read', (written, endpoints, model) => {
    expect(parseServed(written)).toEqual({ endpoints, model });
  });

  it('may be said to be the same model as another', () => {
    expect(parseServed('served:http://a/v1#m(sameAs=http://b/v1)')).toEqual({
      endpoints: ['http://a/v1'],
      model: 'm',
      sameAs: 'http://b/v1',
    });
    expect(sameModelAs('http://b/v1/')).toEqual({ address: 'http://b/v1' });
    expect(sameModelAs('mine')).toEqual({ sameAs: 'mine' });
    for (const secret of ['http://me:hunter2@b/v1', 'https://b/v1?key=hunter2']) {
      expect(() => sameModelAs(secret)).toThrow(InputError);
      expect(() => sameModelAs(secret)).not.toThrow('hunter2');
    }
  });

  it.each(['http://localhost:8000/v1', 'http://localhost:8000/v1#', 'served:', ''])(
    '%j without a model is refused with an example',
    (written) => {
      expect(() => parseServed(written)).toThrow(
        'write for example served:http://localhost:8000/v1#my-model',
      );
    },
  );

  it.each(['localhost:8000/v1#m', 'ftp://a/v1#m', 'http://a/v1,#m', '#m'])('%j is no address', (written) => {
    expect(() => parseServed(written)).toThrow(InputError);
  });

  it.each(['http://me:hunter2@a/v1#m', 'https://a/v1?key=hunter2#m', 'gopher://me:hunter2@a', 'x?hunter2'])(
    'a secret in an address is refused and not shown (%s)',
    (written) => {
      expect(() => parseServed(written)).toThrow(InputError);
      expect(() => parseServed(written)).not.toThrow('hunter2');
    },
  );

  it('anything else is read or refused, never thrown up', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        try {
          parseServed(`http://${written}`);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('an endpoint', () => {
  it.each([
    ['http://localhost:1', true],
    ['http://127.0.0.1:1/v1', true],
    ['http://127.8.9.1/v1', true],
    ['http://[::1]:1/v1', true],
    ['http://localhost.example.org/v1', false],
    ['http://192.168.0.2/v1', false],
  ])('%s is this computer: %s', (address, expected) => {
    expect(isLoopback(endpointAddress(address))).toBe(expected);
  });

  it('that no one gave is the one OPENAI_BASE_URL names', async () => {
    const there = await server();
    const { embedder } = await open(there, {
      endpoints: [],
      env: { OPENAI_BASE_URL: `${there.origin}/v1/`, OPENAI_API_KEY: 'k' },
    });
    await collect(embedder, ['gout']);
    expect(there.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer k' },
    });
  });

  it('of another computer is reached through the proxy, gets no key unencrypted, and says so when it wants one', async () => {
    const there = await server();
    const proxy = await startProxy(there.origin);
    there.always(() => ({ status: 401 }));
    const endpoints = ['http://gpu.example.org/v1'];
    const env = { OPENAI_API_KEY: 'k', HTTP_PROXY: proxy.origin };
    const { embedder } = await open(there, { endpoints, env });
    const { error } = await collect(embedder, ['gout']);
    expect(error?.message).toContain('OPENAI_API_KEY is not sent unencrypted to another computer');
    expect(proxy.targets).toEqual(['gpu.example.org:80']);
    expect(there.requests[0]?.headers.authorization).toBeUndefined();

    // Whoever names it there has said that it is theirs.
    const named = await open(there, { endpoints, env: { ...env, OPENAI_BASE_URL: endpoints[0]! } });
    await collect(named.embedder, ['gout']);
    expect(there.requests[1]?.headers.authorization).toBe('Bearer k');
    proxy.close();
  });

  it('is reached without a proxy when it is this computer', async () => {
    const there = await server();
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
    const { embedder } = await open(there, { env });
    expect((await collect(embedder, ['gout'])).error).toBeUndefined();
  });

  it('with an unknown dialect is an error that lists them', async () => {
    await expect(openEmbeddingApi({ dialect: 'opena' as 'openai', model: 'm' })).rejects.toThrow(
      'did you mean "openai"',
    );
  });
});
