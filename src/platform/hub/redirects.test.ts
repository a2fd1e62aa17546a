import { lookup as resolved } from 'node:dns/promises';
import { createServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { listening } from '../../../test/support/listening.js';
import { CORPUS, TINY, tinyHub } from '../../../test/support/tiny-hub.js';
import { fetchTask } from '../../tasks/index.js';

const TOKEN = 'hf_abcdefghijklmnopqrstuvwxyz';
const name = hostname();
const inner = await resolved(name).catch(() => undefined);

describe('a hub of the internet', () => {
  /** `hub.example` behind a proxy, which leads to a tiny hub, and other names to a server that has the file; tells who was asked. */
  const publicHub = async (settings: Readonly<Record<string, string>> = {}) => {
    const hub = await tinyHub(TINY, { HF_ENDPOINT: 'http://hub.example', ...settings });
    const cdn = await listening(createServer((_, response) => response.end(CORPUS.content)));
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, client) => {
      asked.push(request.url!);
      const { port } = new URL(request.url === 'hub.example:80' ? hub.server.endpoint : cdn);
      const target = connectSocket(Number(port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      client.on('error', () => target.destroy());
      target.on('error', () => client.destroy());
    });
    const env = { ...hub.env, HTTP_PROXY: await listening(proxy) };
    const fetching = (location: string) => {
      hub.server.misbehave('resolve', { status: 302, headers: { location } });
      return fetchTask(hub.row, hub.tools, { ...hub.options, env });
    };
    return { ...hub, asked, fetching };
  };

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://localhost/',
    'http://hub.localhost/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
  ])('is not followed to %s', async (location) => {
    const { asked, waits, fetching } = await publicHub();
    const error = await failure(fetching(location));
    expect(error.message).toMatch(/redirects to \S+, an address of this machine or the networks around it/);
    expect(new Set(asked)).toEqual(new Set(['hub.example:80']));
    expect(waits).toEqual([]);
  });

  it.skipIf(!inner?.address.startsWith('127.'))('nor to a name that stands for one', async () => {
    const { fetching } = await publicHub({ NO_PROXY: name });
    const error = await failure(fetching(`http://${name}:9/`));
    expect(error.message).toContain(`redirects to ${name}, an address of this machine`);
  });

  it('is followed to other hosts of the internet, without the token', async () => {
    const { server, asked, fetching } = await publicHub({ HF_TOKEN: TOKEN });
    expect((await fetching('http://cdn.example/corpus')).state).toBe('fetched');
    expect(asked).toContain('cdn.example:80');
    expect(server.requests.every(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toBe(true);
  });
});
