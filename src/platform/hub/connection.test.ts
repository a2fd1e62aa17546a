import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import type { Behaviour, Place } from '../../../test/support/hub-server.js';
import { listening } from '../../../test/support/listening.js';
import { TINY, tinyHub } from '../../../test/support/tiny-hub.js';
import { InputError, WorkError } from '../../core/index.js';
import { fetchTask } from '../../tasks/index.js';

const TOKEN = 'hf_abcdefghijklmnopqrstuvwxyz';

describe('the token', () => {
  it('goes to the hub with every request and never to another origin', async () => {
    const { server, row: entry, tools, options } = await tinyHub(TINY, { HF_TOKEN: TOKEN });
    await fetchTask(entry, tools, options);
    const sent = (host: string) => server.requests.filter((request) => request.host === host);
    expect(sent('hub').length).toBeGreaterThan(4);
    expect(new Set(sent('hub').map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${TOKEN}`]),
    );
    expect(sent('other').map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it('does not follow the next page of a listing to another origin', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = await listening(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.end('[]');
      }),
    );
    const { server, row: entry, tools, options } = await tinyHub(TINY, { HF_TOKEN: TOKEN });
    const proxied = await listening(
      createServer((request, response) => {
        if (!request.url?.includes('/tree/'))
          return response.writeHead(307, { location: `${server.endpoint}${request.url}` }).end();
        return response.writeHead(200, { link: `<${elsewhere}/more>; rel="next"` }).end('[]');
      }),
    );
    const env = { ...options.env, HF_ENDPOINT: proxied };
    await fetchTask(entry, tools, { ...options, env, generations: ['all'] });
    expect(seen).toEqual([undefined]);
    expect(server.requests.map(({ authorization }) => authorization).filter((sent) => sent)).toEqual([]);
  });

  it('is also read from the file that a login leaves', async () => {
    const hub = await tinyHub();
    writeFileSync(join(hub.env.HF_HOME!, 'token'), `${TOKEN}\n`);
    await fetchTask(hub.row, hub.tools, hub.options);
    expect(hub.server.requests[0]!.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('of a mirror need not look like the hub’s', async () => {
    const { server, row: entry, tools, options } = await tinyHub(TINY, { HF_TOKEN: 'of-the-mirror' });
    await fetchTask(entry, tools, options);
    expect(server.requests[0]!.authorization).toBe('Bearer of-the-mirror');
  });
});

describe('a refusal', () => {
  it.each([401, 403])('%i without a token says so and how to set one', async (status) => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    server.misbehave('paths-info', { status, headers: { 'x-error-message': 'Access is\trestricted' } });
    const error = await failure(fetchTask(entry, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain(`answered ${status} (Access is restricted); no token was sent`);
    expect(error.message).toContain('set HF_TOKEN');
    expect(waits).toEqual([]);
  });

  it.each(['paths-info', 'resolve'] as const)(
    'of a token at %s says where it came from and not what it is',
    async (place) => {
      const { server, row: entry, tools, options } = await tinyHub(TINY, { HF_TOKEN: TOKEN });
      server.misbehave(place, { status: 401 });
      const error = await failure(fetchTask(entry, tools, options));
      expect(error.message).toContain('the token of HF_TOKEN was sent');
      expect(`${error.stack}${error.cause}${JSON.stringify(error)}${tools.notes}`).not.toContain(TOKEN);
    },
  );

  it('by the other host means an address that ran out: a new one is asked for', async () => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    server.misbehave('content:corpus.jsonl', { status: 403 });
    expect((await fetchTask(entry, tools, options)).state).toBe('fetched');
    expect(
      server.requests.filter(({ place, file }) => place === 'resolve' && file === 'corpus.jsonl'),
    ).toHaveLength(2);
    expect(waits).toHaveLength(1);
  });
});

describe('404', () => {
  it.each([
    [
      'of the listing names repository and revision',
      'paths-info',
      /cannot fetch Tests\/Tiny at revision 0123456789abcdef.*: http\S+ answered 404/,
    ],
    [
      'of a file names it too',
      'resolve',
      /cannot fetch Tests\/Tiny at revision 0123456789abcdef.*: corpus\.jsonl: http\S+ answered 404/,
    ],
  ] as const)('%s', async (_, place, message) => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    server.misbehave(place, { status: 404 });
    const error = await failure(fetchTask(entry, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(message);
    expect(waits).toEqual([]);
  });
});

describe('a busy hub', () => {
  const places: readonly Place[] = ['paths-info', 'tree', 'resolve', 'content'];

  it.each(places)('is asked again at %s', async (place) => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    server.misbehave(
      place,
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503 },
      { status: 500 },
    );
    await fetchTask(entry, tools, { ...options, generations: ['all'] });
    expect(waits).toEqual([7000, 750, 1500]);
    expect(tools.notes[0]).toMatch(/answered 429 and asks to wait 7 s; try 2 of 5 in 7\.0 s$/);
  });

  it('may say by date when to come back', async () => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' };
    server.misbehave('resolve', { status: 503, headers });
    const date = () => Date.parse('2026-01-01T00:00:00Z');
    await fetchTask(entry, tools, { ...options, retryPolicy: { ...options.retryPolicy!, date } });
    expect(waits).toEqual([90_000]);
  });

  it('that asks for more than five minutes is not waited for', async () => {
    const { server, row: entry, tools, options, waits } = await tinyHub();
    server.misbehave('paths-info', { status: 429, headers: { 'retry-after': '301' } });
    const error = await failure(fetchTask(entry, tools, options));
    expect(error.message).toContain('answered 429 and asks to wait 301 s');
    expect(error.message).toContain('run again later');
    expect(waits).toEqual([]);
  });

  it('is given up after five tries, with the files to bring by hand', async () => {
    const { server, row: entry, tools, options, waits, folder } = await tinyHub();
    server.misbehave('paths-info', ...Array<Behaviour>(5).fill({ status: 502 }));
    const error = await failure(fetchTask(entry, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain('answered 502');
    expect(error.message).toContain(`→ ${join(folder, 'corpus.jsonl')}`);
    expect(waits).toHaveLength(4);
    expect(server.requests).toHaveLength(5);
  });

  it('that drops or hangs while listing is asked again', async () => {
    const {
      server,
      row: entry,
      tools,
      options,
      waits,
    } = await tinyHub(TINY, { HF_HUB_DOWNLOAD_TIMEOUT: '0.05' });
    server.misbehave('paths-info', { dropAfter: 0 }, { hang: true });
    await fetchTask(entry, tools, options);
    expect(waits).toHaveLength(2);
  });
});

describe('redirects', () => {
  it('without end are refused', async () => {
    const { row: entry, tools, options } = await tinyHub();
    const HF_ENDPOINT = await listening(
      createServer((_, response) => response.writeHead(302, { location: '/again' }).end()),
    );
    const error = await failure(
      fetchTask(entry, tools, { ...options, env: { ...options.env, HF_ENDPOINT } }),
    );
    expect(error.message).toContain('redirects without end');
  });

  it.each(['file:///etc/passwd', 'javascript:0', 'http://user:secret@127.0.0.1/', 'http://'])(
    'to %s are not followed',
    async (location) => {
      const { server, row: entry, tools, options } = await tinyHub();
      server.misbehave('resolve', { status: 302, headers: { location } });
      const error = await failure(fetchTask(entry, tools, options));
      expect(error.message).toContain('redirects to something that is not a web address');
    },
  );

  it('keep method and body when the repository has moved', async () => {
    const { server, row: entry, tools, options } = await tinyHub();
    const HF_ENDPOINT = await listening(
      createServer((request, response) =>
        response.writeHead(307, { location: `${server.endpoint}${request.url}` }).end(),
      ),
    );
    const report = await fetchTask(entry, tools, { ...options, env: { ...options.env, HF_ENDPOINT } });
    expect(report.state).toBe('fetched');
    expect(server.requests[0]).toMatchObject({ place: 'paths-info', method: 'POST' });
  });
});

describe('HF_ENDPOINT', () => {
  it('may have a path and a final slash', async () => {
    const { server, row: entry, tools, options } = await tinyHub();
    const paths: string[] = [];
    const mirror = await listening(
      createServer((request, response) => {
        paths.push(request.url!);
        response.writeHead(307, { location: server.endpoint + request.url!.replace('/mirror', '') }).end();
      }),
    );
    const env = { ...options.env, HF_ENDPOINT: `${mirror}/mirror/` };
    expect((await fetchTask(entry, tools, { ...options, env })).state).toBe('fetched');
    expect(paths[0]).toMatch(/^\/mirror\/api\/datasets\/Tests\/Tiny\/paths-info\//);
    expect(paths[1]).toMatch(
      /^\/mirror\/datasets\/Tests\/Tiny\/resolve\/0123456789abcdef\w+\/corpus\.jsonl$/,
    );
  });

  it.each(['huggingface', 'ftp://hub', 'http://user:secret@hub'])('%s is refused', async (HF_ENDPOINT) => {
    const { row: entry, tools, options } = await tinyHub();
    const error = await failure(
      fetchTask(entry, tools, { ...options, env: { ...options.env, HF_ENDPOINT } }),
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain('HF_ENDPOINT');
    expect(error.message).not.toContain('secret');
  });
});

describe('a proxy', () => {
  /** Counts the requested tunnels. */
  const proxy = async () => {
    const tunnels: string[] = [];
    const server = createServer();
    server.on('connect', (request, client) => {
      tunnels.push(request.url!);
      const [host, port] = request.url!.split(':');
      const target = connectSocket(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      client.on('error', () => target.destroy());
      target.on('error', () => client.destroy());
    });
    return { address: await listening(server), tunnels };
  };

  it('in HTTP_PROXY is used for the hub and the other host', async () => {
    const { address, tunnels } = await proxy();
    const { server, row: entry, tools, options } = await tinyHub(TINY, { HTTP_PROXY: address });
    expect((await fetchTask(entry, tools, options)).state).toBe('fetched');
    expect(tunnels).toContain(new URL(server.endpoint).host);
    expect(new Set(tunnels).size).toBe(2);
  });

  it('is not used for hosts in NO_PROXY', async () => {
    const { address, tunnels } = await proxy();
    const {
      row: entry,
      tools,
      options,
    } = await tinyHub(TINY, { HTTP_PROXY: address, NO_PROXY: '127.0.0.1' });
    expect((await fetchTask(entry, tools, options)).state).toBe('fetched');
    expect(tunnels).toEqual([]);
  });

  it('that cannot be reached is named without its password', async () => {
    const {
      row: entry,
      tools,
      options,
    } = await tinyHub(TINY, { HTTP_PROXY: 'http://user:secret@127.0.0.1:1' });
    const error = await failure(fetchTask(entry, tools, options));
    expect(error.message).toContain('HTTPS_PROXY');
    expect(`${error.message}${tools.notes}`).not.toContain('secret');
  });
});
