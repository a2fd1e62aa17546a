import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { question } from '../../../../test/support/chat-model.js';
import { openChat } from './index.js';

const STREAM = [
  { choices: [{ index: 0, delta: { content: 'gout' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

it('streamed calls are sent over the same connections again, though answers end after their last word', async () => {
  let connections = 0;
  let last: ServerResponse | undefined;
  const server = createServer((request, response) => {
    // An answer ends when the next request is here, so that its reader has left it long before.
    last?.end();
    last = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = STREAM.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    request.resume().on('end', () => response.write(`${events}data: [DONE]\n\n`));
  });
  server.on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const model = await openChat({
    name: 'tiny',
    dialect: 'openai',
    model: 'tiny',
    endpoints: [`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`],
    reasoning: 'none',
    continuation: 'turns',
    sampling: {},
    env: {},
  });
  onTestFinished(async () => {
    await model.close();
    server.closeAllConnections();
    server.close();
  });
  const { signal } = new AbortController();
  for (let i = 0; i < 10; i++) expect((await model.ask(question(`call ${i}`), signal)).text).toBe('gout');
  // Two or three answers are still ending when the next call begins.
  expect(connections).toBeLessThan(5);
});
