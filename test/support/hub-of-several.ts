import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HubServer } from './hub-server.js';

/** One hub with the repositories of several: a request goes to the first whose repository its path names. */
export const hubOfSeveral = async (hubs: Readonly<Record<string, HubServer>>): Promise<string> => {
  const server = createServer((asked, answer) => {
    const [, hub] = Object.entries(hubs).find(([name]) => asked.url?.includes(`/${name}/`)) ?? [];
    if (!hub) return answer.writeHead(404).end();
    const { method = 'GET', headers } = asked;
    const passed = request(new URL(asked.url!, hub.endpoint), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    for (const hub of Object.values(hubs)) await hub.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
