import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BadServer, MISDEEDS, type Misdeed, startBadServer } from './bad-server.js';

const CLIENTS = fileURLToPath(new URL('clients.ts', import.meta.url));

/** The largest answer that a client takes is 256 MiB; it is held once as bytes and once as text. */
const MOST_MEBIBYTES = 1200;

interface Said {
  readonly said: string | null;
  readonly mebibytes: number;
}

describe.each(['chat', 'embeddings', 'rerank', 'search', 'hub'])('%s, from a server that', (kind) => {
  let server: BadServer;
  let client: ChildProcess;
  const ended = new AbortController();
  beforeAll(async () => {
    server = await startBadServer();
    client = fork(CLIENTS, [kind, server.origin], { execArgv: ['--import', 'tsx'] });
    client.once('exit', () => ended.abort());
    await once(client, 'message', ended);
  });
  afterAll(async () => {
    client.kill('SIGKILL');
    await server.close();
  });

  it.each(Object.entries(MISDEEDS) as [Misdeed, string][])(
    '(%s) %s: an error that says so, and no memory is lost',
    async (misdeed) => {
      server.do(misdeed);
      client.send('ask');
      const [{ said, mebibytes }] = (await once(client, 'message', ended)) as [Said];
      expect(said).toMatch(/^(InputError|WorkError|ApiFailure|ChatFailure|HubFailure|Error): /);
      expect(said).not.toMatch(/TypeError|undefined|\[object/);
      expect(mebibytes).toBeLessThan(MOST_MEBIBYTES);
    },
  );
});
