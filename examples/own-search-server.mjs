// The search system of own-search.mjs behind HTTP, with nothing but Node:
// CORPUS=my-folder/corpus.jsonl node examples/own-search-server.mjs 8080
// r2med run --data my-folder --retriever served-search:http://localhost:8080/search
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { name, search, version } from './own-search.mjs';

const server = createServer(async (request, response) => {
  try {
    const { queries, k } = JSON.parse(await text(request));
    const rankings = await search(queries, k);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, version, rankings }));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: String(error) }));
  }
});

server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () =>
  console.log(`http://localhost:${server.address().port}/search`),
);
