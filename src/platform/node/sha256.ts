import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** SHA-256 in hex. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const BLOCK_BYTES = 1 << 18;

/** SHA-256 of a file, as `sha256sum` prints it. By one buffer: a stream would leave as many behind as the file has blocks. */
export const fileSha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, BLOCK_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
};
