import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { WorkError } from '../../core/index.js';

export interface Listening {
  readonly port: number;
  /** Ends it: no new connections, and those that are open are closed. */
  close(): Promise<void>;
}

/**
 * Serves an application on the loopback interface, to this machine alone, or on another address. Port 0 takes a free one. `fix`: what helps if
 * the port is taken.
 */
export const listen = async (
  app: Pick<Hono, 'fetch'>,
  port: number,
  fix = 'leave out --port, which takes a free one',
  hostname = '127.0.0.1',
): Promise<Listening> => {
  const bound = { port };
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, hostname, port }, (info) => {
      bound.port = info.port;
      resolve(started);
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      reject(new WorkError(`port ${port} of ${hostname} cannot be used (${error.code})`, fix)),
    );
  });
  return {
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};
