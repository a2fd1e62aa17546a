import { open } from 'node:fs/promises';
import { WorkError } from '../core/index.js';
import type { ParquetBytes } from '../platform/formats/index.js';

/**
 * A file as a Parquet reader asks for it: by range, each read when it is wanted. The footer says where the rest is, so
 * a file that is replaced between two reads would look damaged: it is detected.
 */
export const parquetBytes = async (path: string): Promise<ParquetBytes> => {
  const first = await opened(path, (file) => file.stat({ bigint: true }));
  const size = Number(first.size);
  return {
    byteLength: size,
    slice: (start, end = size) => {
      const length = Math.min(end, size) - start;
      if (!(start >= 0 && length >= 0)) throw new RangeError('a place outside of the file');
      return opened(path, async (file) => {
        const now = await file.stat({ bigint: true });
        if (now.size !== first.size || now.ino !== first.ino || now.mtimeNs !== first.mtimeNs)
          throw new WorkError(`${path} was replaced while it was read`, 'call again once it is complete');
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, start);
        if (bytesRead < length) throw new RangeError('the file has become shorter');
        return buffer.buffer;
      });
    },
  };
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
