import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openHttpClient } from './index.js';

/** A server whose answers begin with a piece and go on as the test says. */
const opened = async () => {
  const answers: ServerResponse[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    answers.push(response);
    request.resume().on('end', () => response.write('the last word'));
  });
  server.on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = await openHttpClient({});
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  return {
    client,
    answers,
    connections: () => connections,
    /** Reads the first piece of an answer and leaves it. */
    left: async (enough: boolean): Promise<ServerResponse> => {
      const answer = await client.stream(address, {}, '{}', signal);
      for await (const chunk of answer.chunks) {
        expect(String(chunk)).toBe('the last word');
        if (enough) answer.enough();
        break;
      }
      return answers.at(-1)!;
    },
  };
};

it('an answer that is left early ends for the server too', async () => {
  const { left } = await opened();
  const answer = await left(false);
  if (!answer.closed) await once(answer, 'close');
  expect(answer.writableEnded).toBe(false);
});

it('an answer of which enough came may end, and its connection is used again', async () => {
  const { left, connections } = await opened();
  for (let i = 0; i < 10; i++) {
    const answer = await left(true);
    answer.end('what nobody reads');
    await once(answer, 'finish');
  }
  // The next request may begin before the end has arrived, and then takes another connection.
  expect(connections()).toBeLessThan(5);
});

it('an answer of which enough came is over when the client is closed', async () => {
  const { client, left } = await opened();
  const answer = await left(true);
  await client.close();
  if (!answer.closed) await once(answer, 'close');
  expect(answer.writableEnded).toBe(false);
});
