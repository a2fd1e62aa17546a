import { setMaxListeners } from 'node:events';
import { isIPv6 } from 'node:net';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { guard, listen, loopbackOrigins, type PageFile, pageToken } from '../http/index.js';
import type { ResourceAddress } from '../page-data/index.js';
import type { Site } from './site.js';

export interface Served {
  /** `http://127.0.0.1:4711/`; of a server of other machines, the link with its token. */
  readonly address: string;
  close(): Promise<void>;
}

/** All addresses of a machine, which are not one to go to. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];

/** What is served, and where. */
export interface ServePageOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  readonly files: ReadonlyMap<string, PageFile>;
  /** Address of this machine for others, such as `0.0.0.0`: then nothing is answered without the token of the link. */
  readonly host?: string;
  /** Where others find it, if that is not `host` and port: the address of a server in front, such as `https://results.example.org`. */
  readonly origin?: string;
}

/** Serves the page and its data: on the loopback interface, to this machine alone, unless a host is given. */
export const servePage = async (
  site: Site,
  { port = 0, files, host, origin }: ServePageOptions,
): Promise<Served> => {
  const bound = { port };
  const ending = new AbortController();
  // Every open page waits for it.
  setMaxListeners(0, ending.signal);
  const app = new Hono();
  const origins = (): readonly string[] => [
    ...(origin ? [origin] : []),
    ...(host && !WILDCARDS.includes(host)
      ? [`http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`]
      : []),
    ...loopbackOrigins(bound.port),
  ];
  app.use(guard({ origins, anyNumber: host !== undefined }));
  const token = host === undefined ? undefined : pageToken({ secure: origin?.startsWith('https:') ?? false });
  if (token) app.use(token.check);
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      let last = { records: '', live: '' };
      let writing = Promise.resolve();
      const stop = site.watch((now) => {
        const news = (['records', 'live'] as const).filter((name) => now[name] !== last[name]);
        last = now;
        for (const event of news)
          writing = writing.then(() => stream.writeSSE({ event, data: event === 'live' ? '' : now[event] }));
      });
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        ending.signal.addEventListener('abort', () => resolve(), { once: true });
        if (ending.signal.aborted) resolve();
      });
      stop();
    }),
  );
  app.get('*', async (context) => {
    // What the browser sent, before anything is decoded: an encoded form of a known name is not a known name.
    const { pathname, searchParams } = new URL(context.req.raw.url);
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const file = files.get(name);
    if (file) return new Response(file.bytes, { headers: { 'Content-Type': file.type } });
    const text = searchParams.get('text') ?? undefined;
    const content = await site.resource(name as ResourceAddress<object>, text);
    return content === undefined ? context.text('There is nothing here.\n', 404) : context.json(content);
  });
  app.onError((error, context) =>
    // The page shows it; a stack or a path of this machine it does not need.
    context.json({ error: error.message.split('\n', 1)[0] }, 500),
  );
  const { close, port: taken } = await listen(
    app,
    port,
    host && 'name an address of this machine with --host, and a free port with --port',
    host,
  );
  bound.port = taken;
  const [first] = origins();
  return {
    address: token ? token.linkOf(first!) : `${first}/`,
    close: () => {
      ending.abort();
      return close();
    },
  };
};
