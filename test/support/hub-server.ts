import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a request gets instead of a proper answer. */
export interface Behaviour {
  /** Only this status and these headers: 401, 404, 416, 429 with `retry-after`, 503 … */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** No answer at all. */
  readonly hang?: true;
  /** The connection breaks after so many bytes of the body. */
  readonly dropAfter?: number;
  /** The body stops after so many bytes and the connection stays open. */
  readonly hangAfter?: number;
  /** What the header promises; the body is cut there, and the connection breaks where it is too short. */
  readonly contentLength?: number;
  /** Another body. */
  readonly instead?: string;
  /** The whole file, whatever part was asked for. */
  readonly ignoreRange?: true;
  /** A part, but said to be another one than was asked for. */
  readonly contentRange?: string;
}

/** `content` is the last request of a download, on whichever host it ends up. */
export type Place = 'paths-info' | 'tree' | 'revision' | 'resolve' | 'content';

type Content = string | Uint8Array;

export interface ServedFile<Held extends Content = string> {
  readonly content: Held;
  /** Kept by hash outside git, and sent by the other host. */
  readonly lfs?: boolean;
}

export interface RecordedRequest {
  readonly host: 'hub' | 'other';
  readonly place: Place | 'unknown';
  readonly file: string;
  readonly method: string;
  readonly range?: string;
  readonly authorization?: string;
}

export interface HubServer {
  /** What `HF_ENDPOINT` names. */
  readonly endpoint: string;
  readonly requests: readonly RecordedRequest[];
  /** The next requests of a place, or of a file there (`content:corpus.jsonl`), get these answers, in order. */
  misbehave(where: Place | `${Place}:${string}`, ...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

export const sha256 = (content: Content): string => createHash('sha256').update(content).digest('hex');

export const gitHash = (content: Content): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest('hex');

/** The name of a file's blob in the cache. */
export const etagOf = ({ content, lfs }: ServedFile<Content>): string =>
  lfs ? sha256(content) : gitHash(content);

export interface HubContent {
  readonly kind?: 'dataset' | 'model';
  /** Names that stand for the revision. */
  readonly branches?: readonly string[];
}

/**
 * A hub with one dataset or model on two hosts, working as the real one does: `paths-info` and `tree` list files; `resolve`
 * redirects to another path of the same host for files in git, to the other host for large ones, with the metadata in
 * the redirect.
 */
export const startHub = async (
  repository: string,
  revision: string,
  files: Readonly<Record<string, ServedFile<Content>>>,
  { kind = 'dataset', branches = [] }: HubContent = {},
): Promise<HubServer> => {
  const requests: RecordedRequest[] = [];
  const scripts = new Map<string, Behaviour[]>();
  const next = (place: Place, file: string): Behaviour =>
    scripts.get(`${place}:${file}`)?.shift() ?? scripts.get(place)?.shift() ?? {};
  const pages = `/${kind === 'dataset' ? 'datasets/' : ''}${repository}`;
  const places: readonly (readonly [Place, string])[] = [
    ...[revision, ...branches].flatMap((name): (readonly [Place, string])[] => [
      ['paths-info', `/api/${kind}s/${repository}/paths-info/${encodeURIComponent(name)}`],
      ['tree', `/api/${kind}s/${repository}/tree/${encodeURIComponent(name)}`],
      ['revision', `/api/${kind}s/${repository}/revision/${encodeURIComponent(name)}`],
      ['resolve', `${pages}/resolve/${encodeURIComponent(name)}/`],
    ]),
    ['content', `/api/resolve-cache/${kind}s/${repository}/${revision}/`],
  ];

  const resolve = (response: ServerResponse, path: string, otherOrigin: string): unknown => {
    const file = files[path];
    if (!file) return end(response, 404, { 'x-error-code': 'EntryNotFound' });
    const etag = `"${etagOf(file)}"`;
    const size = `${Buffer.byteLength(file.content)}`;
    const metadata = file.lfs ? { 'x-linked-etag': etag, 'x-linked-size': size } : { etag };
    const location = file.lfs
      ? `${otherOrigin}/${sha256(file.content)}?file=${encodeURIComponent(path)}&signature=of-the-address`
      : `/api/resolve-cache/${kind}s/${repository}/${revision}/${path}`;
    return end(response, file.lfs ? 302 : 307, { location, 'x-repo-commit': revision, ...metadata });
  };

  const answer = async (
    host: RecordedRequest['host'],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://hub');
    const [place, prefix] =
      host === 'other'
        ? (['content', '/'] as const)
        : (places.find(([, start]) => url.pathname.startsWith(start)) ?? (['unknown', '/'] as const));
    const file = url.searchParams.get('file') ?? decodeURIComponent(url.pathname.slice(prefix.length));
    const { method = '', headers } = request;
    const { range, authorization } = headers;
    requests.push({
      host,
      place,
      file,
      method,
      ...(range && { range }),
      ...(authorization && { authorization }),
    });
    if (place === 'unknown') return end(response, 404);
    const behaviour = next(place, file);
    if (behaviour.hang) return undefined;
    if (behaviour.status) return end(response, behaviour.status, behaviour.headers);
    const served = files[file];
    if (place === 'content')
      return served ? sendContent(served, behaviour, revision, request, response) : end(response, 404);
    if (behaviour.dropAfter !== undefined) return request.socket.destroy();
    if (behaviour.instead !== undefined) return response.end(behaviour.instead);
    if (place === 'resolve') return resolve(response, file, originOf(other));
    if (place === 'revision') return response.end(JSON.stringify({ id: repository, sha: revision }));
    const wanted =
      place === 'tree' ? undefined : (JSON.parse(await text(request)) as { paths: string[] }).paths;
    const listed = [
      ...Object.entries(files).map(fileEntry),
      ...foldersOf(Object.keys(files)).map(folderEntry),
    ];
    return response.end(JSON.stringify(wanted ? listed.filter(({ path }) => wanted.includes(path)) : listed));
  };

  const [hub, other] = [createServer(), createServer()];
  hub.on('request', (request, response) => answer('hub', request, response));
  other.on('request', (request, response) => answer('other', request, response));
  for (const server of [hub, other]) await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: originOf(hub),
    requests,
    misbehave: (where, ...behaviours) => {
      scripts.set(where, [...(scripts.get(where) ?? []), ...behaviours]);
    },
    close: async () => {
      for (const server of [hub, other]) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  };
};

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const end = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): unknown => response.writeHead(status, headers).end();

const fileEntry = ([path, { content, lfs }]: readonly [string, ServedFile<Content>]) => {
  const size = Buffer.byteLength(content);
  // Git knows a large file by its pointer, so git's hash says nothing of the content.
  return lfs
    ? {
        type: 'file',
        path,
        size,
        oid: gitHash(`pointer to ${path}`),
        lfs: { oid: sha256(content), size, pointerSize: 130 },
      }
    : { type: 'file', path, size, oid: gitHash(content) };
};

const foldersOf = (paths: readonly string[]): readonly string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const names = path.split('/').slice(0, -1);
      return names.map((_, i) => names.slice(0, i + 1).join('/'));
    }),
  ),
];

const folderEntry = (path: string) => ({ type: 'directory', path, size: 0, oid: gitHash(path) });

const sendContent = (
  file: ServedFile<Content>,
  behaviour: Behaviour,
  revision: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): unknown => {
  const whole = Buffer.from(behaviour.instead ?? file.content);
  const start = behaviour.ignoreRange ? undefined : /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  if (Number(start) >= whole.length)
    return end(response, 416, { 'content-range': `bytes */${whole.length}` });
  const body = whole.subarray(Number(start ?? 0));
  const length = behaviour.contentLength ?? body.length;
  response.writeHead(start ? 206 : 200, {
    'content-length': length,
    // The other host has tags of its own, and knows no commits.
    ...(file.lfs
      ? { etag: '"of-the-other-host"' }
      : { etag: `"${etagOf(file)}"`, 'x-repo-commit': revision }),
    ...(start && {
      'content-range': behaviour.contentRange ?? `bytes ${start}-${whole.length - 1}/${whole.length}`,
    }),
  });
  const part = body.subarray(0, behaviour.dropAfter ?? behaviour.hangAfter ?? length);
  if (method === 'HEAD') return response.end();
  if (part.length === length) return response.end(part);
  if (behaviour.hangAfter !== undefined) return response.write(part);
  return response.write(part, () => response.destroy());
};
