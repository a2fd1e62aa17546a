import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** What a server does to everyone who asks. */
export const MISDEEDS = {
  stall: 'takes the request and says nothing',
  'stall within': 'begins an answer and says nothing more',
  trickle: 'sends a byte now and then, for ever',
  close: 'closes the connection within the answer',
  redirect: 'redirects to itself, for ever',
  'promise more': 'promises more bytes than it sends, and closes',
  'promise less': 'sends more bytes than it promised',
  'two gigabytes': 'sends two gigabytes of JSON',
  'bad gzip': 'says that its answer is gzip, and it is not',
  'cut gzip': 'sends the beginning of a gzip file',
  'no HTTP': 'speaks something else',
} as const;

export type Misdeed = keyof typeof MISDEEDS;

export interface BadServer {
  readonly origin: string;
  do(misdeed: Misdeed): void;
  close(): Promise<void>;
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const MIB = 1 << 20;

/** A server of bytes rather than of HTTP, so that it can do what no library would. */
export const startBadServer = async (): Promise<BadServer> => {
  let misdeed: Misdeed = 'stall';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => misbehave(socket, misdeed, `http://127.0.0.1:${port}/again`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    do: (next) => {
      misdeed = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const misbehave = (socket: Socket, misdeed: Misdeed, again: string): void => {
  const answers: Readonly<Record<Misdeed, () => unknown>> = {
    stall: () => {},
    'stall within': () => socket.write(`${HEAD}content-length: 1000\r\n\r\n{"data": [`),
    trickle: () => trickle(socket),
    close: () => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"dat\r\n`),
    redirect: () =>
      socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${again}\r\ncontent-length: 0\r\n\r\n`),
    'promise more': () => socket.end(`${HEAD}content-length: 5000\r\n\r\n{"data": []}`),
    'promise less': () => socket.end(`${HEAD}content-length: 5\r\n\r\n{"data": []}{"data": []}`),
    'two gigabytes': () => void flood(socket, 2048),
    'bad gzip': () => socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: 12\r\n\r\n{"data": []}`),
    'cut gzip': () =>
      socket.end(
        Buffer.concat([
          Buffer.from(`${HEAD}content-encoding: gzip\r\ncontent-length: 10\r\n\r\n`),
          GZIP_HEAD,
        ]),
      ),
    'no HTTP': () => socket.end('220 mail.example ESMTP\r\n'),
  };
  answers[misdeed]();
};

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

const trickle = (socket: Socket): void => {
  socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
  const timer = setInterval(() => socket.write('1\r\n \r\n'), 20);
  socket.on('close', () => clearInterval(timer));
};

const flood = async (socket: Socket, mebibytes: number): Promise<void> => {
  const piece = Buffer.alloc(MIB, '0,');
  socket.write(`${HEAD}content-length: ${mebibytes * MIB}\r\n\r\n[`);
  for (let sent = 0; sent < mebibytes && !socket.destroyed; sent++)
    if (!socket.write(piece))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
};
