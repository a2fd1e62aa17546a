import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as wholeText } from 'node:stream/consumers';
import {
  type Body,
  type Fate,
  fileBatch,
  fileLine,
  type Kind,
  type MadeBatch,
  messageBatch,
  messageLine,
  type Outcome,
  operation,
  replyTo,
  textIn,
  wrongJob,
  wrongLine,
} from './batch-server/shapes.js';

export interface BatchServer {
  readonly origin: string;
  readonly batches: readonly MadeBatch[];
  /** Texts that were asked for outside of batches. */
  readonly live: readonly string[];
  /** Paths of all requests, in their order. */
  readonly paths: readonly string[];
  /** What is said to a text; `nth` counts from 1 how often it was in a batch. */
  answer(of: (text: string, nth: number) => Outcome): void;
  next(...fates: Fate[]): void;
  /** Batches stay at work until they are let go. */
  hold(): void;
  letGo(): void;
  /** Resolves when so many batches were made. */
  made(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server that speaks the batch APIs of five services as they document them, and refuses what they would refuse. */
export const startBatchServer = async (): Promise<BatchServer> => {
  const files = new Map<string, string>();
  const batches: MadeBatch[] = [];
  const live: string[] = [];
  const paths: string[] = [];
  const seen = new Map<string, number>();
  const fates: Fate[] = [];
  const waiting: { readonly count: number; resolve(): void }[] = [];
  let outcome: (text: string, nth: number) => Outcome = (text) => ({ text: `You said: ${text}` });
  let held = false;

  const make = (
    kind: Kind,
    name: string | undefined,
    requests: MadeBatch['requests'],
  ): MadeBatch | 'busy' | 'not made' => {
    const fate = fates.shift() ?? 'done';
    if (fate === 'busy' || fate === 'not made') return fate;
    const id = kind === 'gemini' ? `batches/b${batches.length}` : `batch_${batches.length}`;
    const batch = { id, name, kind, requests, fate, created: Date.now() };
    batches.push(batch);
    for (const { body } of requests) seen.set(textIn(body), (seen.get(textIn(body)) ?? 0) + 1);
    for (const each of waiting) if (batches.length >= each.count) each.resolve();
    return batch;
  };
  /** Answers out of order: the last one first. The first is there twice. */
  const results = ({ requests, fate }: MadeBatch) => {
    const some = requests.map(({ id, body }, i) => {
      const late = fate === 'expired' || fate === 'cancelled' ? i % 2 === 1 : false;
      return { id, body, said: late ? ('expired' as const) : outcome(textIn(body), seen.get(textIn(body))!) };
    });
    return [...some.reverse(), some.at(-1)!].filter(({ said }) => said !== 'missing');
  };

  const answered: (request: IncomingMessage, response: ServerResponse) => Promise<unknown> = async (
    request,
    response,
  ) => {
    const body = await wholeText(request);
    const path = request.url!.replace(/^\/v1(beta)?/, '').replace(/\?.*$/, '');
    const query = new URL(request.url!, 'http://x').searchParams;
    const posts = request.method === 'POST';
    // A connection that stays open would be shared by processes that were forked.
    response.setHeader('connection', 'close');
    paths.push(`${request.method} ${path}`);
    const send = (value: unknown, status = 200): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (message: string): unknown => send({ error: { message } }, 400);
    const made = (batch: ReturnType<typeof make>, shown: (batch: MadeBatch) => unknown): unknown => {
      if (batch === 'busy') return send({ error: { message: 'too many batches' } }, 429);
      if (batch === 'not made' || batch.fate === 'lost') return response.destroy();
      return send(shown(batch));
    };
    const atWork = (batch: MadeBatch): boolean => held && batches.includes(batch);

    if (path === '/files' && posts) {
      const boundary = /boundary=(.*)$/.exec(request.headers['content-type'] ?? '')?.[1];
      const parts = body.split(`--${boundary}`);
      if (!parts.some((part) => /name="purpose"\r\n\r\nbatch\r\n$/.test(part))) return refuse('no purpose');
      const file = parts.find((part) => part.includes('filename="'))!;
      files.set(`file-${files.size}`, file.slice(file.indexOf('\r\n\r\n') + 4, -2));
      return send({ id: `file-${files.size - 1}`, object: 'file', purpose: 'batch' });
    }
    const content = /^\/files\/(out|err)-(.+)\/content$/.exec(path);
    if (content) {
      const batch = batches.find(({ id }) => id === content[2])!;
      const lines = results(batch)
        .map(fileLine)
        .filter((line) => (line.response?.status_code === 200) === (content[1] === 'out'));
      return response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    if ((path === '/batches' || path === '/batch/jobs') && posts) {
      const job = JSON.parse(body) as Body;
      const kind = path === '/batch/jobs' ? 'mistral' : 'request_params' in job ? 'voyage' : 'openai';
      const wrong = wrongJob(kind, job);
      if (wrong) return refuse(wrong);
      const lines = files
        .get(job.input_file_id ?? job.input_files[0]!)!
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Body);
      const bad = lines.find((line) => wrongLine(kind, line, job));
      if (bad) return refuse(`a wrong line: ${JSON.stringify(bad)}`);
      const requests = lines.map(({ custom_id, body: own }) => ({
        id: custom_id,
        body: { ...own, ...job.request_params },
      }));
      return made(make(kind, job.metadata?.r2med, requests), (batch) => fileBatch(batch, true));
    }
    const listed = (kind: (each: Kind) => boolean): readonly MadeBatch[] =>
      batches.filter((each) => kind(each.kind)).reverse();
    if (path === '/batch/jobs')
      return send({
        object: 'list',
        data:
          Number(query.get('page')) > 0
            ? []
            : listed((kind) => kind === 'mistral').map((batch) => fileBatch(batch, atWork(batch))),
      });
    const isGemini = request.url!.startsWith('/v1beta');
    if (path === '/batches' && isGemini)
      return send({
        operations: listed((kind) => kind === 'gemini').map((batch) =>
          operation(batch, atWork(batch), results),
        ),
      });
    if (path === '/batches')
      return send({
        object: 'list',
        data: query.get('after')
          ? []
          : listed((kind) => kind === 'openai' || kind === 'voyage').map((batch) =>
              fileBatch(batch, atWork(batch)),
            ),
        has_more: false,
      });
    const model = /^\/models\/[\w.-]+:(batchGenerateContent|asyncBatchEmbedContent)$/.exec(path);
    if (model) {
      const { batch } = JSON.parse(body) as Body;
      const inlined = batch.inputConfig.requests.requests;
      if (
        !batch.displayName ||
        !inlined.every(({ request: one }) =>
          model[1] === 'batchGenerateContent' ? one.contents : one.content,
        )
      )
        return refuse('a wrong request');
      const requests = inlined.map(({ request: one, metadata }) => ({ id: metadata.key, body: one }));
      return made(make('gemini', batch.displayName, requests), (each) => operation(each, true, results));
    }
    if (path === '/messages/batches' && posts) {
      const requests = (JSON.parse(body) as Body).requests;
      if (
        !requests.every(
          ({ custom_id, params }) => /^[\w-]{1,64}$/.test(custom_id) && params.max_tokens && !params.stream,
        )
      )
        return refuse('a wrong request');
      return made(
        make(
          'anthropic',
          undefined,
          requests.map(({ custom_id, params }) => ({ id: custom_id, body: params })),
        ),
        (batch) => messageBatch(batch, true),
      );
    }
    if (path === '/messages/batches')
      return send({
        data: listed((kind) => kind === 'anthropic').map((batch) => messageBatch(batch, atWork(batch))),
        has_more: false,
      });
    const messages = /^\/messages\/batches\/(\w+)(\/results)?$/.exec(path);
    const batch = batches.find(
      ({ id }) =>
        id ===
        (messages?.[1] ??
          path.replace(/^\/(batch\/jobs|batches)\//, (whole) => (isGemini ? whole.slice(1) : ''))),
    );
    if (messages?.[2])
      return response.end(
        results(batch!)
          .map((each) => `${JSON.stringify(messageLine(each))}\n`)
          .join(''),
      );
    if (batch?.kind === 'anthropic') return send(messageBatch(batch, atWork(batch)));
    if (batch?.kind === 'gemini') return send(operation(batch, atWork(batch), results));
    if (batch) return send(fileBatch(batch, atWork(batch)));
    if (!posts) return send({ error: { message: 'no such batch' } }, 404);
    const asked = JSON.parse(body) as Body;
    const texts: readonly string[] = asked.input ?? [textIn(asked)];
    live.push(...texts);
    return send(
      texts[0] === '' ? { error: { message: 'empty' } } : replyTo(asked, `You said: ${texts[0]}`),
      texts[0] === '' ? 400 : 200,
    );
  };

  const server = createServer(
    (request, response) => void answered(request, response).catch(() => response.destroy()),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    live,
    paths,
    answer: (of) => {
      outcome = of;
    },
    next: (...some) => fates.push(...some),
    hold: () => {
      held = true;
    },
    letGo: () => {
      held = false;
    },
    made: (count) =>
      new Promise((resolve) => {
        if (batches.length >= count) return resolve();
        waiting.push({ count, resolve });
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
