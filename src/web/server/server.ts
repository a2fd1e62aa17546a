import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { guard, listen, loopbackOrigins, type PageFile } from '../http/index.js';
import type { ResourceAddress } from '../page-data/index.js';
import type { Site } from './site.js';

export interface Served {
  /** `http://127.0.0.1:4711/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Milliseconds between two looks at the record folders, while somebody watches. */
const LOOK_EVERY = 1000;

/** Serves the page and its data on the loopback interface, to this machine alone. Port 0 takes a free one. */
export const servePage = async (
  site: Site,
  { port = 0, files }: { readonly port?: number; readonly files: ReadonlyMap<string, PageFile> },
): Promise<Served> => {
  const bound = { port };
  const ending = new AbortController();
  // Every open page waits for it.
  setMaxListeners(0, ending.signal);
  const app = new Hono();
  app.use(guard({ origins: () => loopbackOrigins(bound.port) }));
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      for (let last = { records: '', live: '' }; !ending.signal.aborted && !stream.aborted; ) {
        const now = await site.changes();
        for (const name of ['records', 'live'] as const)
          if (now[name] !== last[name]) await stream.writeSSE({ event: name, data: now[name] });
        last = now;
        await pause(LOOK_EVERY, ending.signal);
      }
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
  const { close, port: taken } = await listen(app, port);
  bound.port = taken;
  return {
    address: `${loopbackOrigins(taken)[0]}/`,
    close: () => {
      ending.abort();
      return close();
    },
  };
};

/** Ends early where the server ends; nothing listens to the signal afterwards. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
