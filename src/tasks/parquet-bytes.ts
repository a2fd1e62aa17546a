import { open } from 'node:fs/promises';
import { WorkError } from '../core/index.js';
import type { ParquetBytes } from '../platform/formats/index.js';

/**
 * A file as a Parquet reader asks for it: by range, each read when it is wanted. The footer says where the rest is, so
 * a file that is replaced between two reads would look damaged: it is detected.
 */
export const parquetBytes = async (path: string): Promise<ParquetBytes> => {
  const first = await opened(path, versionOf);
  const size = Number(first.size);
  return {
    byteLength: size,
    slice: (start, end = size) => {
      const length = Math.min(end, size) - start;
      if (!(start >= 0 && length >= 0)) throw new RangeError('a place outside of the file');
      return opened(path, async (file) => {
        const now = await versionOf(file);
        if (now.size !== first.size || now.inode !== first.inode || now.changed !== first.changed)
          throw new WorkError(`${path} was replaced while it was read`, 'call again once it is complete');
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, start);
        if (bytesRead < length) throw new RangeError('the file has become shorter');
        return buffer.buffer;
      });
    },
  };
};

interface FileVersion {
  readonly size: bigint;
  readonly inode: bigint;
  /** Last written, in nanoseconds. */
  readonly changed: bigint;
}

const versionOf = async (file: OpenFile): Promise<FileVersion> => {
  const { size, ino, mtimeNs } = await file.stat({ bigint: true });
  return { size, inode: ino, changed: mtimeNs };
};

type OpenFile = Awaited<ReturnType<typeof open>>;

const opened = async <T>(path: string, use: (file: OpenFile) => Promise<T>): Promise<T> => {
  let file: OpenFile | undefined;
  try {
    file = await open(path);
    return await use(file);
  } catch (cause) {
    if (!(cause as NodeJS.ErrnoException).code?.startsWith('E') || cause instanceof RangeError) throw cause;
    throw new WorkError(
      `cannot read ${path}: ${(cause as Error).message}`,
      'check that the file is there and readable',
      { cause },
    );
  } finally {
    await file?.close();
  }
};
