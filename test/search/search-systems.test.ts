import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { SearchQuery } from '../../src/core/index.js';
import { openCommandSearch } from '../../src/models/custom/command.js';
import { inCodeSearch } from '../../src/models/custom/index.js';
import { openModuleSearch } from '../../src/models/custom/module.js';
import { openServedSearch } from '../../src/models/searchers/index.js';
import { describeSearchSystem, type SearchBehaviour } from '../conformance/search-system.js';
import { handAlarm } from '../support/own-command.js';
import { testClock } from '../support/served-embedder.js';
import { writtenFolder } from '../support/written-folder.js';

const TIME_LIMIT_MS = 15 * 60_000;

type Search = (queries: SearchQuery[], k: number) => Promise<unknown[]>;
const functionOf = ({ search }: SearchBehaviour): Search => new Function(`return ${search}`)() as Search;

describeSearchSystem(
  'a module',
  async ({ search }) => {
    const cwd = writtenFolder({ 'search.mjs': `export const search = ${search};` });
    const { alarm, ring } = handAlarm();
    return {
      searcher: await openModuleSearch('search.mjs', { cwd, alarm }),
      timeIsUp: () => ring(TIME_LIMIT_MS),
    };
  },
  { canDie: false, canHang: true },
);

describeSearchSystem(
  'a function',
  async (behaviour) => ({
    searcher: inCodeSearch({
      name: 'mine',
      version: 1,
      search: functionOf(behaviour) as Parameters<typeof inCodeSearch>[0]['search'],
    }),
  }),
  { canDie: false, canHang: false },
);

describeSearchSystem(
  'a command',
  async ({ search, dies = false }) => {
    const cwd = writtenFolder({
      'search.mjs': `
        import { createInterface } from 'node:readline';
        const search = ${search};
        const say = (message) => console.log(JSON.stringify(message));
        createInterface({ input: process.stdin }).on('line', async (line) => {
          const { id, queries, k } = JSON.parse(line);
          if (${dies} && queries.some(({ text }) => text === 'last words')) process.exit(3);
          try {
            say({ id, rankings: await search(queries, k) });
          } catch (error) {
            say({ id, error: error.message });
          }
        });`,
    });
    const { alarm, ring } = handAlarm();
    return {
      searcher: await openCommandSearch(`'${process.execPath}' search.mjs`, { cwd, alarm, note: () => {} }),
      timeIsUp: () => ring(TIME_LIMIT_MS),
    };
  },
  { canDie: true, canHang: true },
);

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

describeSearchSystem(
  'a server',
  async (behaviour) => {
    const search = functionOf(behaviour);
    const clock = testClock();
    const server = createServer(async (request, response) => {
      const { queries, k } = JSON.parse(await text(request)) as { queries: SearchQuery[]; k: number };
      if (behaviour.dies && queries.some((query) => query.text === 'last words')) {
        server.close();
        return server.closeAllConnections();
      }
      if (behaviour.hangs && queries[0]!.id !== 'fever') return clock.ring();
      try {
        response.end(JSON.stringify({ rankings: await search(queries, k) }));
      } catch (error) {
        response.writeHead(400).end(JSON.stringify({ error: String(error) }));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const searcher = await openServedSearch({
      endpoints: [`http://127.0.0.1:${port}/search`],
      clock,
      env: {},
    });
    return { searcher, timeIsUp: async () => {} };
  },
  { canDie: true, canHang: true },
);
