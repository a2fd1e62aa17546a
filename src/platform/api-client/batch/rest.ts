import { LIMITS } from '../../../core/index.js';
import { withRetry } from '../../node/index.js';
import { type Connection, exchange, parsedJson, type Response, readAs } from '../exchange.js';
import { ApiFailure, InvalidResponse, LONGEST_ASKED_MS, WORTH_TRYING } from '../failure.js';
import type { HttpRequest } from '../http-request.js';
import type { Rest, RestCall } from './protocol.js';

interface RestOptions {
  readonly connection: Connection;
  readonly headers: HttpRequest['headers'];
  note(line: string): void;
  /** Ends waiting and requests. */
  readonly signal: AbortSignal;
}

/** The service's requests about batches. What only reads is tried again; what makes something is left to the caller. */
export const batchRest = ({ connection, headers, note, signal }: RestOptions): Rest => {
  const { clock } = connection;
  const endpoint = connection.addresses[0]!;
  const once = <T>(request: RestCall, read: (response: Response) => Promise<T>): Promise<T> =>
    exchange(connection, endpoint, requestOf(endpoint, request, headers), read, signal);
  const again = <T>(attempt: () => Promise<T>): Promise<T> =>
    withRetry(attempt, {
      policy: clock,
      signal,
      note,
      longestAskedMs: LONGEST_ASKED_MS,
      retryable: (error) =>
        error instanceof ApiFailure && WORTH_TRYING.has(error.kind)
          ? { waitMs: error.details.waitMs }
          : undefined,
    });
  const waits = pauses();
  return {
    call: (request, schema, otherwise) => {
      const attempt = () =>
        once(request, async (response) =>
          readAs(schema, parsedJson(await response.text(), 'something that is not JSON'), otherwise),
        );
      return request.json ? attempt() : again(attempt);
    },
    lines: (path, each) => again(() => once({ path }, (response) => readJsonLines(response, each))),
    wait: async () => {
      await clock.sleep(waits.next().value, signal);
    },
  };
};

/** Short at first, since small batches are often done in seconds; then a minute. */
function* pauses(): Generator<number, never> {
  for (let ms = 250; ; ms = Math.min(60_000, ms * 1.5)) yield ms;
}

const requestOf = (
  endpoint: string,
  { path, json, file }: RestCall,
  headers: HttpRequest['headers'],
): HttpRequest => {
  const url = endpoint + path;
  if (!file) return json ? { url, headers, body: json } : { url, headers };
  const boundary = `${file.name}-boundary`;
  return {
    url,
    headers: (key) => ({ ...headers(key), 'content-type': `multipart/form-data; boundary=${boundary}` }),
    text: [...multipart(boundary, file)].join(''),
  };
};

function* multipart(boundary: string, { name, lines }: NonNullable<RestCall['file']>): Generator<string> {
  yield `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n`;
  yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`;
  yield 'content-type: application/jsonl\r\n\r\n';
  for (const line of lines) yield `${JSON.stringify(line)}\n`;
  yield `\r\n--${boundary}--\r\n`;
}

export const readJsonLines = async (
  { chunks, renew }: Response,
  each: (line: unknown) => void,
): Promise<void> => {
  const decoder = new TextDecoder();
  let rest = '';
  const add = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    if (rest.length > LIMITS.batchLine.most)
      throw new InvalidResponse('a line that is too long to be an answer');
    for (const line of lines) if (line.trim()) each(parsedJson(line, 'a line that is not JSON'));
  };
  for await (const chunk of chunks) {
    renew();
    add(decoder.decode(chunk, { stream: true }));
  }
  add(`${decoder.decode()}\n`);
};
