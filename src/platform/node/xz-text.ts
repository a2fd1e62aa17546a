import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { InputError, LIMITS, limitText } from '../../core/index.js';
import { readError } from './file-errors.js';

/** The text of a file that was packed by xz, which Node cannot unpack. It is unpacked in pieces, and refused where it is larger than `limit`. */
export const readXzText = async (file: string, limit = LIMITS.unpackedXz): Promise<string> => {
  const { default: xz } = await import('xz-decompress');
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let failed: unknown;
  const source = createReadStream(file).on('error', (error) => {
    failed = error;
  });
  try {
    const packed = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
    const reader = new xz.XzReadableStream(packed).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > limit.most) throw tooLarge(file, limit);
      // The library uses its buffer again.
      pieces.push(value.slice());
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (failed) throw readError(file, failed);
    throw new InputError(
      {
        at: { file },
        found: 'a broken or cut xz file, or one that is not UTF-8 text',
        expected: 'a whole one, with the check CRC32 or CRC64',
        fix: 'fetch or copy the file again; xz -t FILE says whether it is whole',
      },
      { cause: error },
    );
  } finally {
    source.destroy();
  }
};

const tooLarge = (file: string, limit: typeof LIMITS.unpackedXz | { most: number; of: 'bytes' }) =>
  new InputError({
    at: { file },
    found: `more than ${limit.most} bytes after unpacking`,
    expected: `at most ${limitText({ what: '', ...limit })}`,
    fix: 'check that this is the file you mean',
  });
