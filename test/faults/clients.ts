import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddingApi } from '../../src/models/embedders/api/index.js';
import { openChat } from '../../src/models/llms/index.js';
import { openRerankApi } from '../../src/models/scorers/api/index.js';
import { openServedSearch } from '../../src/models/searchers/index.js';
import { systemClock } from '../../src/platform/api-client/clock.js';
import { ensureTask } from '../../src/tasks/index.js';
import { tinyRow } from '../support/tiny-task.js';
import { testTools } from '../support/tools.js';

/** Every kind of client, in a process of its own whose memory can be looked at. argv: the kind, the server. */
const [, , kind = '', origin = ''] = process.argv;

const SILENCE_MS = 1000;
const began = Date.now();
/** Waits between tries take no time here, silence does, and what would take hours in pieces takes seconds. */
const hurried = { tries: 3, sleep: async () => {}, date: () => began + 40 * (Date.now() - began) };
const clock = { ...systemClock, ...hurried };
const reach = { env: {}, clock, timeoutMs: SILENCE_MS };
const tools = testTools();

const drained = async (batches: AsyncIterable<unknown>): Promise<unknown> => {
  const failed: unknown[] = [];
  for await (const batch of batches)
    failed.push(...((batch as { failed?: readonly unknown[] }).failed ?? []));
  if (failed.length > 0) throw new Error(JSON.stringify(failed[0]));
  return undefined;
};

const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  chat: async () => {
    const model = await openChat({
      ...{ name: 'tiny', dialect: 'openai', model: 'tiny', endpoints: [`${origin}/v1`], sampling: {} },
      ...{ reasoning: 'none', continuation: 'prefill', note: () => {}, ...reach },
    });
    return model.ask({ messages: [{ role: 'user', content: 'hello' }], sampling: {} }, tools.signal);
  },
  embeddings: async () => {
    const model = await openEmbeddingApi({
      dialect: 'openai',
      model: 'tiny',
      endpoints: [`${origin}/v1`],
      ...reach,
    });
    return drained(model.embed(['a text'], 'document', tools));
  },
  rerank: async () => {
    const model = await openRerankApi({
      dialect: 'vllm-rerank',
      model: 'tiny',
      endpoints: [`${origin}/v1`],
      ...reach,
    });
    return drained(model.score([{ query: 'a query', document: 'a text' }], tools));
  },
  search: async () => {
    const system = await openServedSearch({ endpoints: [`${origin}/search`], ...reach });
    return drained(system.search([{ id: 'q', text: 'a query' }], 10, tools));
  },
  hub: () => {
    const env = {
      HF_HOME: mkdtempSync(join(tmpdir(), 'r2med-hub-')),
      HF_ENDPOINT: origin,
      HF_HUB_DOWNLOAD_TIMEOUT: String(SILENCE_MS / 1000),
    };
    return ensureTask(tinyRow(), tools, { env, retryPolicy: { ...hurried, random: () => 0.5 } });
  },
};

process.on('message', async () => {
  const said = await clients[kind]!().then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  );
  process.send!({ said: said ?? null, mebibytes: process.resourceUsage().maxRSS / 1024 });
});
process.send!('ready');
