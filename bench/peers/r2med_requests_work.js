// node r2med_requests_work.js ADDRESS WORK REQUESTS CONCURRENCY: sends requests with the clients of embedders and language models
// and says what it took, warm. Key, budget and price are set, so that redaction and counting are part of it.
import { openEmbeddingApi } from '../../dist/models/embedders.js';
import { openChat } from '../../dist/models/llms.js';
import { nodeTools } from '../../dist/platform/node.js';

const [address, work, ...counts] = process.argv.slice(2);
const [requests, concurrency] = counts.map(Number);
const settings = {
  dialect: 'openai',
  model: 'tiny',
  endpoints: [address],
  env: { OPENAI_API_KEY: 'sk-bench-0123456789abcdef' },
  concurrency,
  budget: { usd: 1e6, tokens: 1e12 },
};

/** One text a request. */
const embeddings = async () => {
  const tools = nodeTools({ quiet: true, cache: false });
  const embedder = await openEmbeddingApi({ ...settings, limits: { texts: 1 }, usdPerMillionTokens: 0.1 });
  const send = async (count) => {
    const texts = Array.from({ length: count }, (_, i) => `gout and uric acid, text ${i}`);
    let received = 0;
    for await (const { embedded } of embedder.embed(texts, 'document', tools))
      for (const { vector } of embedded) received += vector.length;
    return received;
  };
  return { send, close: embedder.close };
};

const chat = async (stream) => {
  const price = { usdPerMillionIn: 1, usdPerMillionOut: 2 };
  const reading = { reasoning: 'none', continuation: 'turns' };
  const sampling = { maxTokens: 64, temperature: 0 };
  const model = await openChat({ ...settings, ...reading, name: 'tiny', sampling, price, stream });
  const { signal } = new AbortController();
  const send = async (count) => {
    let received = 0;
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const messages = [{ role: 'user', content: `What is gout? Question ${next++}` }];
        const { text } = await model.ask({ messages, sampling: {} }, signal);
        received += text.length;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return received;
  };
  return { send, close: model.close };
};

const WORKS = { embeddings, chat: () => chat(false), stream: () => chat(true) };
const { send, close } = await WORKS[work]();
await send(Math.floor(requests / 5));
const began = performance.now();
const spent = process.cpuUsage();
const received = await send(requests);
const took = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(spent);
await close();
const megabytes = process.resourceUsage().maxRSS / 1024;
console.error(JSON.stringify({ work: took, cpu: (user + system) / 1e6, received, megabytes }));
