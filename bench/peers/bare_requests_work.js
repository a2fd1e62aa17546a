// node bare_requests_work.js ADDRESS WORK REQUESTS CONCURRENCY: what the server can answer at most. Writes the same bytes to bare sockets and
// counts the bytes of the answers.
import { once } from 'node:events';
import { connect } from 'node:net';

const [address, work, ...counts] = process.argv.slice(2);
const [requests, concurrency] = counts.map(Number);
const { hostname, port, pathname } = new URL(address);
const messages = [{ role: 'user', content: 'What is gout?' }];
const BODIES = {
  embeddings: ['/embeddings', { model: 'tiny', input: ['gout'], encoding_format: 'base64' }],
  chat: ['/chat/completions', { model: 'tiny', messages }],
  stream: ['/chat/completions', { model: 'tiny', messages, stream: true }],
};
const [path, value] = BODIES[work];
const body = JSON.stringify(value);
const request = Buffer.from(
  `POST ${pathname}${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
);

/** All answers are the same, so the first says how long each is. */
const answerBytes = async () => {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  socket.write(request);
  let text = '';
  for await (const piece of socket) {
    text += piece.toString('latin1');
    const head = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (head > 3 && text.length >= head + length) return head + length;
  }
};

const send = async (bytes, count) => {
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      let received = 0;
      socket.on('data', (piece) => {
        received += piece.length;
        if (received < bytes) return;
        received = 0;
        if (next++ < count) socket.write(request);
        else socket.end();
      });
      next++;
      socket.write(request);
      await once(socket, 'close');
    }),
  );
};

const bytes = await answerBytes();
await send(bytes, Math.floor(requests / 5));
const began = performance.now();
const spent = process.cpuUsage();
await send(bytes, requests);
const took = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(spent);
const megabytes = process.resourceUsage().maxRSS / 1024;
console.error(JSON.stringify({ work: took, cpu: (user + system) / 1e6, megabytes }));
