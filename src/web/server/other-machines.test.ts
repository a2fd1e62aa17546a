import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { type Served, servePage } from './server.js';
import { openSite } from './site.js';

const bytes = new TextEncoder().encode('the page');
const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', bytes }],
  ['page.js', { type: 'text/javascript; charset=utf-8', bytes }],
]);

let served: Served;
beforeAll(async () => {
  served = await servePage(openSite({ results: [temporaryFolder()] }), { files: FILES, host: '0.0.0.0' });
});
afterAll(() => served?.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The answer's head and what came of its body until it ends, or the first part of one that does not end. */
const ask = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  port: number | string = new URL(served.address).port,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host } = new URL(served.address);
    const asked = request(
      { hostname: '127.0.0.1', port, path, method, headers: { host, ...headers } },
      (response) => {
        const end = (body: string) => {
          resolve({ status: response.statusCode!, headers: response.headers, body });
          response.destroy();
        };
        response.once('data', (part: Buffer) => end(part.toString()));
        response.once('end', () => end(''));
      },
    );
    asked.on('error', reject);
    asked.end();
  });

const link = () => new URL(served.address);
const token = () => link().searchParams.get('token')!;
const signedIn = async () =>
  String((await ask(`/?token=${token()}`)).headers['set-cookie']).split(';', 1)[0]!;

describe('a page for other machines', () => {
  it('is a link with a long random token, another one each time', async () => {
    expect(served.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const other = await servePage(openSite({ results: [] }), { files: FILES, host: '127.0.0.1' });
    expect(new URL(other.address).searchParams.get('token')).not.toBe(token());
    await other.close();
  });

  it.each([
    '/',
    '/page.js',
    '/index.html',
    '/data/index.json',
    '/events',
    '/nothing',
    '/favicon.ico',
    '/%2e%2e/',
  ])('without the token %s is refused, whatever is sent in its place', async (path) => {
    const [name] = (await signedIn()).split('=');
    const headers: readonly Record<string, string>[] = [
      {},
      { cookie: `${name}=` },
      { cookie: `${name}=${token().slice(0, -1)}` },
      { cookie: `other=${token()}` },
      { authorization: `Bearer ${token()}` },
    ];
    for (const each of headers) {
      const { status, body } = await ask(path, each);
      expect([status, body]).toEqual([401, 'This needs the link that `r2med web` printed.\n']);
    }
    for (const wrong of ['', 'x', `${token()}x`, token().toUpperCase(), encodeURIComponent('é'.repeat(50))])
      expect((await ask(`${path}?token=${wrong}`)).status).toBe(401);
  });

  it('the link sets a cookie that scripts cannot read, and leads to the address without the token', async () => {
    const { status, headers } = await ask(`/?token=${token()}`);
    expect([status, headers.location]).toEqual([303, '/']);
    expect(String(headers['set-cookie'])).toMatch(
      /^r2med-page-\w+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('with the cookie the page, its data and its events are there', async () => {
    const cookie = await signedIn();
    expect((await ask('/', { cookie })).body).toBe('the page');
    expect(JSON.parse((await ask('/data/index.json', { cookie })).body)).toHaveProperty('boards');
    const events = await ask('/events', { cookie });
    expect([events.status, events.headers['content-type'], events.body]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
      expect.stringContaining('event: '),
    ]);
    expect((await ask('/data/index.json', { cookie }, 'POST')).status).toBe(405);
  });

  it('any address in numbers is its own, on any port; a name that others resolve to it is not', async () => {
    const cookie = await signedIn();
    for (const host of ['192.0.2.7:8080', 'localhost:9000', '[2001:db8::1]:80', '10.0.0.1'])
      expect((await ask('/', { cookie, host })).status, host).toBe(200);
    for (const host of ['evil.example', 'localhost.evil.example:80', '127.0.0.1.evil.example'])
      expect((await ask('/', { cookie, host })).status, host).toBe(421);
    const host = '192.0.2.7:8080';
    expect((await ask('/', { cookie, host, origin: 'http://192.0.2.7:8080' })).status).toBe(200);
    expect((await ask('/', { cookie, host, origin: 'http://192.0.2.8:8080' })).status).toBe(403);
    expect((await ask('/', { cookie, host, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('behind a server that ends TLS: its address is known, and the cookie is for TLS alone', async () => {
    const origin = 'https://results.example.org';
    const port = await freePort();
    const behind = await servePage(openSite({ results: [] }), {
      files: FILES,
      host: '127.0.0.1',
      origin,
      port,
    });
    try {
      const { search, origin: first } = new URL(behind.address);
      expect(first).toBe(origin);
      const headers = { host: 'results.example.org', 'x-forwarded-proto': 'https' };
      const { status, headers: answered } = await ask(`/${search}`, headers, 'GET', port);
      expect([status, String(answered['set-cookie'])]).toEqual([303, expect.stringContaining('; Secure;')]);
      expect((await ask(`/${search}`, { host: headers.host }, 'GET', port)).status).toBe(403);
      expect((await ask('/', headers, 'GET', port)).status).toBe(401);
    } finally {
      await behind.close();
    }
  });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
};
