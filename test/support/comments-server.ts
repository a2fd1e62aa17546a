import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A comment as both hosts have it. */
interface Comment {
  readonly id: number;
  body: string;
  /** Somebody else's, which the token may not change. */
  readonly foreign?: boolean;
}

/** An artefact as GitHub lists it. */
export interface Artifact {
  readonly name: string;
  readonly expired?: boolean;
  readonly workflow_run: {
    readonly id: number;
    readonly head_branch: string;
    readonly repository_id: number;
    readonly head_repository_id: number;
  };
}

/** A server that speaks as much of GitHub's and GitLab's APIs as the gate uses, and remembers what it was asked. */
export interface CommentsServer {
  readonly url: string;
  readonly requests: string[];
  readonly comments: Comment[];
  readonly artifacts: Artifact[];
  /** Answers of the next requests in place of the usual ones: a status, and seconds after which to come again. */
  readonly refusals: { readonly status: number; readonly method?: string; readonly again?: number }[];
  /** GitLab's artefact of the main branch. */
  archive: Buffer | undefined;
  close(): Promise<void>;
}

export const commentsServer = async (): Promise<CommentsServer> => {
  const state = { requests: [], comments: [], artifacts: [], refusals: [], archive: undefined } as Omit<
    CommentsServer,
    'url' | 'close'
  >;
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
};

const answer = async (
  state: Omit<CommentsServer, 'url' | 'close'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { method = 'GET' } = request;
  const url = new URL(request.url!, 'http://server');
  const parts = [];
  for await (const part of request) parts.push(part as Buffer);
  const sent = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
  state.requests.push(`${method} ${url.pathname}${url.search}`);
  const send = (status: number, value: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  const refused = state.refusals.findIndex((each) => each.method === undefined || each.method === method);
  if (refused >= 0) {
    const [{ status, again } = { status: 500 }] = state.refusals.splice(refused, 1);
    return void send(status, {}, again === undefined ? {} : { 'retry-after': String(again) });
  }
  const authorised =
    request.headers.authorization === 'Bearer token' || request.headers['private-token'] === 'token';
  if (url.pathname.includes('/jobs/artifacts/')) {
    if (request.headers['job-token'] !== 'job') return void send(401, {});
    return state.archive ? void response.writeHead(200).end(state.archive) : void send(404, {});
  }
  if (!authorised) return void send(401, {});
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const paged = <T>(items: readonly T[]): readonly T[] => items.slice((page - 1) * size, page * size);
  if (url.pathname.endsWith('/actions/artifacts')) {
    const named = state.artifacts.filter(({ name }) => name === url.searchParams.get('name'));
    return void send(200, { total_count: named.length, artifacts: paged(named) });
  }
  const [, id] = /\/(?:comments|notes)\/(\d+)$/.exec(url.pathname) ?? [];
  if (id !== undefined) {
    const comment = state.comments.find((each) => each.id === Number(id));
    if (!comment) return void send(404, {});
    if (comment.foreign) return void send(403, { message: 'Resource not accessible by integration' });
    comment.body = sent.body;
    return void send(200, { id: comment.id, html_url: `https://github.test/comment/${comment.id}` });
  }
  if (method === 'GET') return void send(200, paged(state.comments));
  const comment = { id: state.comments.length + 1, body: sent.body as string };
  state.comments.push(comment);
  send(201, { id: comment.id, html_url: `https://github.test/comment/${comment.id}` });
};
