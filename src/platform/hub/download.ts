import type { FileHandle } from 'node:fs/promises';
import type { Progress, Tools } from '../../core/index.js';
import { moveInto, openPiecewise, remove, syncFile } from '../node/index.js';
import type { Connection } from './connection.js';
import { type FailureKind, HubFailure, hubRetry, networkFailure } from './hub-failure.js';
import type { Answer } from './hub-request.js';
import { claimPartial } from './partial-file.js';
import { type RemoteFile, sizeOf, wrongContent } from './remote-file.js';

/** An attempt that received this much does not count as failed, so a large file survives any number of dropped connections. */
const PROGRESS_BYTES = 1 << 20;

/**
 * Downloads a file to `blob`, going on from the byte where an earlier try or process stopped. The blob appears whole,
 * by a rename, once its size and hash are those the hub lists; a copy with another hash is deleted and downloaded
 * once more from the start.
 */
export const download = async (
  file: RemoteFile,
  address: string,
  blob: string,
  hub: Connection,
  tools: Tools,
): Promise<void> => {
  const first = await completed(file, address, blob, hub, tools);
  if (first === undefined) return;
  tools.note(`${file.path}: found ${first}, not ${wanted(file)}; downloading it once more`);
  const second = await completed(file, address, blob, hub, tools);
  if (second === undefined) return;
  throw new HubFailure(
    'unusable',
    `${new URL(address).origin} twice sent ${file.path} with ${second}; expected ${wanted(file)}`,
  );
};

const wanted = ({ size, algorithm, hash }: RemoteFile): string => `${size} bytes with ${algorithm} ${hash}`;

/** One download to the last byte; says what came instead when it is not the file. */
const completed = async (file: RemoteFile, address: string, blob: string, hub: Connection, tools: Tools) => {
  const partial = await claimPartial(blob, hub.retryPolicy.date());
  try {
    await receive(file, address, partial.path, hub, tools);
    const wrong = await wrongContent(partial.path, file);
    if (wrong === undefined) await settle(partial.path, blob);
    else await remove(partial.path);
    return wrong;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'no copy any more';
    throw error;
  } finally {
    await partial.release();
  }
};

/** Gives a complete copy the blob's name, once it is on the disk itself: a power cut must not leave a short blob. */
const settle = async (path: string, blob: string): Promise<void> => {
  await syncFile(path);
  await moveInto(path, blob);
};

/** Asks for the bytes that are not there yet until all are. */
const receive = async (file: RemoteFile, address: string, path: string, hub: Connection, tools: Tools) => {
  const bar = positioned(tools.progress(file.path, file.size));
  try {
    await hubRetry(
      async () => {
        const have = (await sizeOf(path)) ?? 0;
        bar.at(have);
        // More than all is left to the hash to refuse.
        if (have >= file.size && have > 0) return;
        const range = have > 0 ? { range: `bytes=${have}-` } : {};
        // Compressed on the way, neither the range nor the length would be those of the file.
        const headers = { ...range, 'accept-encoding': 'identity' };
        const answer = await hub.send(address, { headers }, tools.signal);
        await write(answer, have, file, path, bar);
      },
      {
        retryPolicy: hub.retryPolicy,
        signal: tools.signal,
        note: (line) => tools.note(`${file.path}: ${line}`),
      },
    );
  } finally {
    bar.done();
  }
};

type OriginAnswer = Awaited<ReturnType<Connection['send']>>;

const write = async (answer: OriginAnswer, have: number, file: RemoteFile, path: string, bar: Positioned) => {
  const start = startOf(answer, have, file);
  if (start === undefined) {
    answer.discard();
    await remove(path);
    throw transient('unusable', 'the rest was requested, but something else was offered');
  }
  const target = await openCopy(path, start).catch((error: unknown) => {
    answer.discard();
    throw error;
  });
  let position = start;
  bar.at(start);
  try {
    for await (const bytes of bodyOf(answer)) {
      for (let at = 0; at < bytes.length; )
        at += (await target.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
      position += bytes.length;
      bar.at(position);
      if (position > file.size) return answer.discard();
    }
    if (position < file.size)
      throw transient('unreachable', `the answer ended at ${position} of ${file.size} bytes`);
  } catch (error) {
    if (!(error instanceof HubFailure)) throw error;
    const progressed = position - have >= PROGRESS_BYTES;
    throw new HubFailure(error.kind, error.message, { ...error.details, progressed });
  } finally {
    await target.close();
  }
};

const transient = (kind: FailureKind, message: string): HubFailure =>
  new HubFailure(kind, message, { transient: true });

/** A copy that is continued may be gone: nothing keeps others from clearing a cache. */
const openCopy = (path: string, start: number): Promise<FileHandle> =>
  openPiecewise(path, start === 0).catch((error: NodeJS.ErrnoException) => {
    throw start > 0 && error.code === 'ENOENT' ? transient('unusable', 'the unfinished copy is gone') : error;
  });

/** Which byte the answer begins with; undefined when it is not a continuation of what is there. */
const startOf = ({ status, header }: Answer, have: number, file: RemoteFile): number | undefined => {
  if (status === 200) return 0;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header('content-range') ?? '');
  const same = range?.[2] === '*' || Number(range?.[2]) === file.size;
  return status === 206 && same && Number(range?.[1]) === have ? have : undefined;
};

async function* bodyOf({ body, origin }: OriginAnswer): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw networkFailure(error, origin);
  }
}

interface Positioned {
  at(position: number): void;
  done(): void;
}

/** A bar with a set position, because a download that starts over must be able to go back. */
const positioned = (bar: Progress): Positioned => {
  let shown = 0;
  return {
    at: (position) => {
      if (position !== shown) bar.advance(position - shown);
      shown = position;
    },
    done: () => bar.done(),
  };
};
