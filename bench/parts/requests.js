// Requests a second through our client, against OpenAI's own for Python, to a server on loopback that answers at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { interleave, ratios } from '../measure.js';
import { openaiForPython } from '../peers/openai.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const REQUESTS = 5000;
const CONCURRENCY = 32;
const WORKS = { embeddings: 'embeddings', chat: 'chat', stream: 'chat, streamed' };

const OURS = 'r2med';
const BARE = 'bare sockets';

const TEXT =
  `${REQUESTS} requests, ${CONCURRENCY} at a time, to a server of OpenAI's API in a process of its own that answers at once: the vector of one text, ` +
  '1024 numbers, in the form that each client asks for (both: base64); and a chat completion of six tokens, in one piece and streamed. Ours with key, retries, time limits, budget and prices. ' +
  'Bare sockets send the same bytes again and again and read nothing of the answers: what the server can do at most. All warm; CPU is that of ' +
  'the client alone, in µs a request. Server: the share of a core that it had work for.';

/** A server in a process of its own, and its CPU seconds so far. */
const startServer = async () => {
  const child = spawn(process.execPath, [here('../requests-server.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const address = String(line).trim();
  return {
    address,
    cpu: async () => (await (await fetch(address)).json()).cpu,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};

const measure = async ({ temporary, rounds }) => {
  const peer = openaiForPython();
  await peer.prepare(temporary);
  const server = await startServer();
  const programs = {
    [OURS]: (...request) => run(process.execPath, here('../peers/r2med_requests_work.js'), ...request),
    [peer.names.httpx]: (...request) => peer.run('httpx', ...request),
    [peer.names.aiohttp]: (...request) => peer.run('aiohttp', ...request),
    [BARE]: (...request) => run(process.execPath, here('../peers/bare_requests_work.js'), ...request),
  };
  const nameOf = (program, work) => `${program}, ${WORKS[work]}`;
  const one = (program, work) => async () => {
    const before = await server.cpu();
    const measured = await programs[program](server.address, work, String(REQUESTS), String(CONCURRENCY));
    const busy = (await server.cpu()) - before;
    // It answers the requests that warm a client up too.
    return { ...measured, server: (busy * REQUESTS) / (REQUESTS + Math.floor(REQUESTS / 5)) };
  };
  const pairs = Object.keys(WORKS).flatMap((work) => Object.keys(programs).map((program) => [program, work]));
  try {
    const contenders = pairs.map(([program, work]) => ({
      name: nameOf(program, work),
      measure: one(program, work),
    }));
    const results = await interleave(contenders, rounds);
    const row = ([program, work]) => {
      const it = results.get(nameOf(program, work));
      const ours = results.get(nameOf(OURS, work));
      return [
        nameOf(program, work),
        ...['work', 'cpu'].map((field) => times(it[field] / ours[field])),
        digits(REQUESTS / it.work),
        digits((it.cpu / REQUESTS) * 1e6),
        `${Math.round((100 * it.server) / it.work)} %`,
        digits(it.megabytes),
      ];
    };
    const theirs = peer.names.aiohttp;
    const against = { against: theirs, wanted: '2 ×' };
    const over = (work, field) => ratios(results, nameOf(theirs, work), nameOf(OURS, work), field);
    return {
      text: TEXT,
      table: markdown(
        ['Client', 'Time', 'CPU', 'Requests a second', 'CPU, µs', 'Server', 'Peak memory, MB'],
        pairs.map(row),
      ),
      // Against the faster of the two.
      summary: Object.entries(WORKS).flatMap(([work, what]) => [
        { ...against, what: `requests a second: ${what}`, values: over(work, 'work') },
        { ...against, what: `CPU a request: ${what}`, values: over(work, 'cpu') },
      ]),
    };
  } finally {
    await server.stop();
  }
};

export const part = { name: 'requests', title: 'Requests to model servers', rounds: 3, measure };
