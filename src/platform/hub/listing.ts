import { z } from 'zod';
import { LIMITS, type Tools } from '../../core/index.js';
import { type HubRepository, isCommit, type Snapshot } from './cache.js';
import type { Connection } from './connection.js';
import { HubFailure, hubRetry, networkFailure } from './hub-failure.js';
import type { HubRequest } from './hub-request.js';
import { ListedFile, type RemoteFile } from './remote-file.js';

/** Those of the named files that a snapshot has. */
export const describeFiles = async (
  snapshot: Snapshot,
  paths: readonly string[],
  hub: Connection,
  tools: Tools,
): Promise<readonly RemoteFile[]> =>
  listed(hub, tools, async () => {
    const { pathsInfo } = await import('@huggingface/hub');
    const entries: readonly unknown[] = await pathsInfo({
      ...designation(snapshot, hub, tools),
      paths: [...paths],
    });
    return entries.filter((entry) => paths.includes(pathOf(entry) ?? ''));
  });

/** All files of a snapshot whose path is of interest. */
export const listSnapshot = async (
  snapshot: Snapshot,
  wanted: (path: string) => boolean,
  hub: Connection,
  tools: Tools,
): Promise<readonly RemoteFile[]> =>
  listed(hub, tools, async () => {
    const { listFiles } = await import('@huggingface/hub');
    const entries: unknown[] = [];
    for await (const entry of listFiles({ ...designation(snapshot, hub, tools), recursive: true }))
      if (wanted(pathOf(entry) ?? '')) entries.push(entry);
    return entries;
  });

/** The commit of a branch or tag. */
export const commitOf = async (
  { kind, repository }: HubRepository,
  revision: string,
  hub: Connection,
  tools: Tools,
): Promise<string> => {
  const { datasetInfo, modelInfo } = await import('@huggingface/hub');
  const question = { name: repository, revision, hubUrl: hub.endpoint, fetch: asFetch(hub, tools) };
  return understood(hub, tools, 'a revision', async () => {
    const fields = { ...question, additionalFields: ['sha' as const] };
    const { sha } = await (kind === 'dataset' ? datasetInfo(fields) : modelInfo(fields));
    return Commit.parse(sha);
  });
};

const Commit = z.string().refine(isCommit);

const designation = ({ kind, repository, revision }: Snapshot, hub: Connection, tools: Tools) => ({
  repo: { type: kind, name: repository },
  revision,
  hubUrl: hub.endpoint,
  // The library would refuse tokens of mirrors, and send them wherever a next page is: ours goes with `fetch`.
  fetch: asFetch(hub, tools),
});

/** Of 1,000 files, a page of a list has about 300 kB. */
const LARGEST_PAGE_BYTES = 64 << 20;

const listingText = async (
  { body, origin, discard }: Awaited<ReturnType<Connection['send']>>,
  { silenceMs, retryPolicy }: Connection,
) => {
  const parts: Uint8Array[] = [];
  const longest = silenceMs * LIMITS.pieces.most;
  const began = retryPolicy.date();
  let size = 0;
  const refuse = (why: string): never => {
    discard();
    throw new HubFailure('unusable', `${origin} sends a list of files ${why}`);
  };
  for await (const part of body) {
    size += part.length;
    if (size > LARGEST_PAGE_BYTES) refuse(`of more than ${LARGEST_PAGE_BYTES} bytes`);
    if (retryPolicy.date() - began > longest)
      refuse(
        `for more than ${longest / 1000} s, which is ${LIMITS.pieces.most} times HF_HUB_DOWNLOAD_TIMEOUT`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** `fetch` as the hub's library calls it: tried again when it fails, the whole body read within the try. */
const asFetch = (hub: Connection, tools: Tools): typeof globalThis.fetch => {
  let pages = 0;
  const send = async (url: string, request: HubRequest): Promise<Response> => {
    pages += 1;
    // An answer that names itself as its next page would never end.
    if (pages > LIMITS.hubPages.most)
      throw new HubFailure('unusable', `${hub.endpoint} lists files without end`);
    return hubRetry(
      async () => {
        const answer = await hub.send(url, request, tools.signal);
        const body = await listingText(answer, hub).catch((error: unknown) => {
          throw error instanceof HubFailure ? error : networkFailure(error, answer.origin);
        });
        const link = answer.header('link');
        return new Response(body, link ? { headers: { link } } : {});
      },
      { retryPolicy: hub.retryPolicy, signal: tools.signal, note: tools.note },
    );
  };
  return send as typeof globalThis.fetch;
};

/** Reads entries as files. */
const listed = (
  hub: Connection,
  tools: Tools,
  entries: () => Promise<readonly unknown[]>,
): Promise<readonly RemoteFile[]> =>
  understood(hub, tools, 'a list of files', async () => {
    const files = (await entries()).map((entry) => ListedFile.parse(entry));
    return [...new Map(files.map((file) => [file.path, file])).values()];
  });

/** Whatever else comes back is a failure of the hub, or of what is in its place. */
const understood = async <T>(
  { endpoint }: Connection,
  { signal }: Tools,
  expected: string,
  read: () => Promise<T>,
): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HubFailure) throw error;
    throw new HubFailure('unusable', `${endpoint} did not answer with ${expected}`, { cause: error });
  }
};

const pathOf = (entry: unknown): string | undefined => {
  const { path, type } = (entry ?? {}) as { readonly path?: unknown; readonly type?: unknown };
  return typeof path === 'string' && type === 'file' ? path : undefined;
};
