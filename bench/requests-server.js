// node requests-server.js: a server of OpenAI's API on loopback that answers at once, always the same. It says its address on
// stdout, and on GET /cpu the CPU seconds it has taken so far. SIGTERM ends it.
import { createServer } from 'node:http';

const DIMENSIONS = 1024;
const USAGE = { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 };
const HEAD = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'tiny' };
const TEXT = ['Gout', ' is', ' a', ' form', ' of', ' arthritis.'];

const VECTOR = Float32Array.from(
  { length: DIMENSIONS },
  (_, i) => Math.sin(i + 1) / Math.sqrt(DIMENSIONS / 2),
);

const embeddings = (embedding) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding }],
  model: 'tiny',
  usage: { prompt_tokens: 12, total_tokens: 12 },
});

const chat = {
  ...HEAD,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: TEXT.join('') },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: USAGE,
};

const chunk = (choices, usage = null) => ({ ...HEAD, object: 'chat.completion.chunk', choices, usage });
const choice = (delta, finish_reason = null) => [{ index: 0, delta, logprobs: null, finish_reason }];
const chunks = [
  chunk(choice({ role: 'assistant', content: '' })),
  ...TEXT.map((content) => chunk(choice({ content }))),
  chunk(choice({}, 'stop')),
  chunk([], USAGE),
];

const bytes = (value) => Buffer.from(JSON.stringify(value));
const ANSWERS = {
  // A 32-bit float as Python writes it, which is what most servers are written in.
  float: bytes(embeddings([...VECTOR])),
  base64: bytes(embeddings(Buffer.from(VECTOR.buffer).toString('base64'))),
  chat: bytes(chat),
  stream: Buffer.from(
    `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`,
  ),
};

const answerTo = (url, body) => {
  if (url.endsWith('/embeddings')) return body.includes('"base64"') ? 'base64' : 'float';
  return /"stream": ?true/.test(body) ? 'stream' : 'chat';
};

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ cpu: cpu() }));
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const answer = answerTo(request.url, Buffer.concat(pieces).toString());
    const type = answer === 'stream' ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type, 'content-length': ANSWERS[answer].length });
    response.end(ANSWERS[answer]);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
process.on('SIGTERM', () => process.exit());
