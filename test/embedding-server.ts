import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as wholeText } from 'node:stream/consumers';

/** What a request gets instead of a proper answer. */
export interface Behaviour {
  /** Only this status, with this body. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** No answer at all; whoever waits for `onHang` is told. */
  readonly hang?: true;
  /** The connection breaks before the answer, or after so many bytes of it. */
  readonly drop?: true;
  readonly dropAfter?: number;
  /** The answer ends after so many bytes as if it were whole. */
  readonly truncateAt?: number;
  /** The answer waits for `letGo`. */
  readonly late?: true;
  readonly reversed?: true;
  /** So many vectors are missing at the end. */
  readonly missing?: number;
  readonly extra?: number;
  readonly dimensions?: number;
  /** This in place of the first number of the first vector; as it stands, so that it may be no JSON. */
  readonly firstNumber?: string;
  readonly base64?: true;
  readonly withoutIndex?: true;
  readonly withoutUsage?: true;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
  readonly texts: readonly string[];
}

export interface EmbeddingServer {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** The most requests that were under way at once. */
  readonly busiest: number;
  /** The next requests get these answers, in order. */
  misbehave(...behaviours: Behaviour[]): void;
  /** Every request of which this says something gets that; it comes before `misbehave`. */
  always(of: (texts: readonly string[], nth: number) => Behaviour | undefined): void;
  /** Called whenever a request is left without an answer. */
  onHang(told: () => void): void;
  /** Called when a late request has come in; `letGo` answers all that came so far, or those with this text. */
  onLate(told: (waiting: number) => void): void;
  letGo(text?: string): void;
  /** When no request is under way any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export const DIMENSIONS = 8;

/** The vector of a text, the same at every endpoint: its hash as numbers between -1 and 1. */
export const hashVector = (text: string, dimensions = DIMENSIONS): readonly number[] =>
  Array.from({ length: dimensions }, (_, i) => {
    const digest = createHash('sha256').update(`${i} ${text}`).digest();
    return Math.fround(digest.readInt32LE(0) / 2 ** 31);
  });

/** One token a word. */
export const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);

interface ServerDialect {
  texts(body: Record<string, unknown>): readonly string[];
  dimensions(body: Record<string, unknown>): unknown;
  answer(vectors: readonly (readonly number[])[], tokens: number, behaviour: Behaviour): unknown;
}

const indexed = (dimensionField: string): ServerDialect => ({
  texts: (body) => body.input as string[],
  dimensions: (body) => body[dimensionField],
  answer: (vectors, tokens, { reversed, base64, withoutIndex, withoutUsage }) => {
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      ...(!withoutIndex && { index }),
      embedding: base64 ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    }));
    return {
      object: 'list',
      data: reversed ? data.reverse() : data,
      model: 'tiny',
      ...(!withoutUsage && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    };
  },
});

/** By the path of the request and, where two share one, by what only one of them sends. */
const dialectOf = (path: string, body: Record<string, unknown>): ServerDialect | undefined => {
  if (path.endsWith(':batchEmbedContents')) return GEMINI;
  if (path.endsWith('/embed')) return COHERE;
  if (!path.endsWith('/embeddings')) return undefined;
  return indexed('truncation' in body ? 'output_dimension' : 'dimensions');
};

const COHERE: ServerDialect = {
  texts: (body) => body.texts as string[],
  dimensions: (body) => body.output_dimension,
  answer: (vectors, tokens, { withoutUsage }) => ({
    id: 'of-the-answer',
    embeddings: { float: vectors },
    ...(!withoutUsage && { meta: { billed_units: { input_tokens: tokens } } }),
  }),
};

type GeminiRequest = { content: { parts: { text: string }[] }; outputDimensionality?: number };

const GEMINI: ServerDialect = {
  texts: (body) => (body.requests as GeminiRequest[]).map(({ content }) => content.parts[0]!.text),
  dimensions: (body) => (body.requests as GeminiRequest[])[0]?.outputDimensionality,
  answer: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
};

/** A server that speaks every dialect, makes vectors of hashes, and misbehaves as it is told. */
export const startEmbeddingServer = async (): Promise<EmbeddingServer> => {
  const requests: RecordedRequest[] = [];
  const script: Behaviour[] = [];
  const late = new Set<{ readonly texts: readonly string[]; go(): void }>();
  let rule: (texts: readonly string[], nth: number) => Behaviour | undefined = () => undefined;
  let toldOfHang = (): void => {};
  let toldOfLate: (waiting: number) => void = () => {};
  const toldOfIdle: (() => void)[] = [];
  let underWay = 0;
  let busiest = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const path = request.url ?? '/';
    const body = JSON.parse(await wholeText(request)) as Record<string, unknown>;
    const dialect = dialectOf(path, body);
    const texts = dialect?.texts(body) ?? [];
    requests.push({ path, headers: request.headers, body, texts });
    const behaviour = rule(texts, requests.length) ?? script.shift() ?? {};
    if (behaviour.late)
      await new Promise<void>((go) => {
        late.add({ texts, go });
        toldOfLate(late.size);
      });
    if (behaviour.hang) return toldOfHang();
    if (behaviour.drop) return request.socket.destroy();
    if (behaviour.status)
      return response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
    if (!dialect) return response.writeHead(404).end('{"detail":"Not Found"}');
    return send(response, written(dialect, texts, body, behaviour), behaviour);
  };

  const server = createServer((request, response) => {
    underWay++;
    busiest = Math.max(busiest, underWay);
    response.on('close', () => {
      underWay--;
      if (underWay === 0) for (const told of toldOfIdle.splice(0)) told();
    });
    void answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get busiest() {
      return busiest;
    },
    misbehave: (...behaviours) => script.push(...behaviours),
    always: (of) => {
      rule = of;
    },
    onHang: (told) => {
      toldOfHang = told;
    },
    onLate: (told) => {
      toldOfLate = told;
    },
    letGo: (text) => {
      for (const each of late) {
        if (text !== undefined && !each.texts.includes(text)) continue;
        late.delete(each);
        each.go();
      }
    },
    idle: () =>
      new Promise((told) => {
        if (underWay === 0) told();
        else toldOfIdle.push(told);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const written = (
  dialect: ServerDialect,
  texts: readonly string[],
  body: Record<string, unknown>,
  behaviour: Behaviour,
): string => {
  const asked = dialect.dimensions(body);
  const dimensions = behaviour.dimensions ?? (typeof asked === 'number' ? asked : DIMENSIONS);
  const vectors = texts.map((each) => hashVector(each, dimensions));
  const kept = [
    ...vectors.slice(0, vectors.length - (behaviour.missing ?? 0)),
    ...vectors.slice(0, behaviour.extra ?? 0),
  ];
  const proper = JSON.stringify(dialect.answer(kept, tokensOf(texts), behaviour));
  return behaviour.firstNumber === undefined
    ? proper
    : proper.replace(JSON.stringify(vectors[0]![0]), behaviour.firstNumber);
};

const send = (response: ServerResponse, body: string, behaviour: Behaviour): unknown => {
  if (behaviour.dropAfter !== undefined) {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    return response.write(body.slice(0, behaviour.dropAfter), () => response.destroy());
  }
  return response
    .writeHead(200, { 'content-type': 'application/json', ...behaviour.headers })
    .end(body.slice(0, behaviour.truncateAt ?? body.length));
};
