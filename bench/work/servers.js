import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { tsImport } from 'tsx/esm/api';

const DIMENSIONS = 64;

/** Calls `use` with the address of a server that counts its requests, and returns their number. */
const requestsTo = async (answer, use) => {
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests++;
    void answer(incoming, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await use(`http://127.0.0.1:${server.address().port}`);
    return requests;
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** A text's vector: the codes of its first characters. */
const vectorOf = (text) =>
  Array.from({ length: DIMENSIONS }, (_, i) => (text.charCodeAt(i) || 0) / 128 - 0.5);

/** A server of OpenAI's embeddings that answers at once. */
export const embeddingRequests = (use) =>
  requestsTo(async (incoming, response) => {
    const { input } = await json(incoming);
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    const answer = { object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }, use);

/** The cluster that tests use, in this process. */
export const clusterRequests = async (use) => {
  const { fakeCluster } = await tsImport('../../test/support/opensearch-server.ts', import.meta.url);
  return requestsTo(fakeCluster().answer, use);
};
