import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { type Served, servePage } from './server.js';
import { openSite } from './site.js';

const bytes = new TextEncoder().encode('the page');
const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', bytes }],
  ['page.js', { type: 'text/javascript; charset=utf-8', bytes }],
]);

let served: Served;
let results: string;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** As bytes go over the wire: `fetch` would tidy a path before it sends it. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(served.address);
    const asked = request({ hostname, port, path, method, headers: { host, ...headers } }, (response) => {
      let body = '';
      response.on('data', (bytes: Buffer) => {
        body += bytes.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });

beforeAll(async () => {
  results = temporaryFolder();
  writeFileSync(join(results, 'secret.txt'), 'SECRET');
  mkdirSync(join(results, 'system', 'task'), { recursive: true });
  writeFileSync(join(results, 'system', 'task', 'record.json'), '{"SECRET": 1}');
  served = await servePage(openSite({ results: [results] }), { files: FILES });
});
afterAll(() => served?.close());

describe('what is answered', () => {
  it('the page and its data, with a policy without exceptions', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const { status, headers, body } = await ask('/data/index.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(body).boards.map(({ name }: { name: string }) => name)).toEqual(['r2med', 'nano']);
    for (const each of [page.headers, headers]) {
      expect(each['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(each['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(each['x-content-type-options']).toBe('nosniff');
      expect(each['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  it('only reading', async () => {
    expect((await ask('/', {}, 'HEAD')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await ask('/data/index.json', {}, method)).status, method).toBe(405);
  });

  it('a damaged record is told by name and not shown', async () => {
    const { body } = await ask('/data/index.json');
    expect(JSON.parse(body).problems).toHaveLength(1);
    expect(body).not.toContain('SECRET');
  });
});

describe('who is answered', () => {
  it('no other host name: a name that was made to point here', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${new URL(served.address).port}`,
      '127.0.0.1',
      'localhost:1',
    ])
      expect((await ask('/data/index.json', { host })).status, host).toBe(421);
  });

  it('no page of another origin', async () => {
    for (const origin of ['http://evil.example', 'null', 'https://127.0.0.1', served.address])
      expect((await ask('/data/index.json', { origin })).status, origin).toBe(403);
    expect((await ask('/data/index.json', { origin: served.address.slice(0, -1) })).status).toBe(200);
    const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect((await ask('/data/index.json', frame)).status).toBe(403);
  });

  it('a link from elsewhere opens the page', async () => {
    const visit = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask('/', visit)).status).toBe(200);
  });
});

describe('nothing outside is served', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..\\secret.txt',
    '/data/../../secret.txt',
    '/data/systems/..%2f..%2fsecret.json',
    '/data/systems/../../secret.json',
    '/data/documents/%00/secret.json',
    '/secret.txt',
    '/package.json',
    '/page.js/../../package.json',
    '//etc/passwd',
    '/etc/passwd',
    '/.built',
    '/%70age.js',
    '/data/constructor/index-000000000000.json',
    '/data/__proto__/index-000000000000.json',
    '/data/index.js',
  ])('%s', async (path) => {
    const { status, body } = await ask(path);
    expect(body).not.toContain('SECRET');
    expect([404, 400]).toContain(status);
  });

  it('a link in a record folder leads nowhere', async () => {
    const outside = writtenFolder();
    mkdirSync(join(outside, 'task'));
    writeFileSync(join(outside, 'task', 'record.json'), '{"OUTSIDE": 1}');
    symlinkSync(outside, join(results, 'linked'));
    mkdirSync(join(results, 'linked-file', 'task'), { recursive: true });
    symlinkSync(join(outside, 'task', 'record.json'), join(results, 'linked-file', 'task', 'record.json'));
    const { body } = await ask('/data/index.json');
    expect(body).not.toContain('OUTSIDE');
    expect(JSON.parse(body).problems.map((each: string) => each.includes('regular file'))).toEqual([
      true,
      false,
    ]);
  });
});

describe('pages that watch', () => {
  it('may be any number: Node warns of nothing', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): number => warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { hostname, port, host } = new URL(served.address);
    const watching = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const asked = request({ hostname, port, path: '/events', headers: { host } }).end();
        const [response] = (await once(asked, 'response')) as [IncomingMessage];
        await once(response, 'data');
        return asked;
      }),
    );
    // The server waits for the next look once it has sent the first; a warning comes in the same turn.
    await setImmediate();
    await setImmediate();
    for (const each of watching) each.destroy();
    expect(warnings).toEqual([]);
  });
});
