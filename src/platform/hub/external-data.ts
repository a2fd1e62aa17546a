import { createReadStream } from 'node:fs';

const BLOCK_BYTES = 1 << 20;

/**
 * How ONNX says that a tensor's values are in another file: an entry of `TensorProto.external_data` (onnx.proto), the
 * key `location` as field 1, then its value as field 2, whose length follows.
 */
const LOCATION = Buffer.from('\x0a\x08location\x12', 'latin1');

/** More than a path is long; the length before it takes at most two bytes. */
const LONGEST_ENTRY = LOCATION.length + 2 + 1024;

/** The files that an ONNX file names for its weights, relative to its own folder, in the order it names them. */
export const externalData = async (graph: string): Promise<readonly string[]> => {
  const names = new Set<string>();
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer, end: number): void => {
    for (let at = bytes.indexOf(LOCATION); at !== -1 && at < end; at = bytes.indexOf(LOCATION, at + 1)) {
      const name = valueAt(bytes, at + LOCATION.length);
      if (name) names.add(name);
    }
  };
  for await (const block of createReadStream(graph, { highWaterMark: BLOCK_BYTES })) {
    const bytes = Buffer.concat([rest, block as Buffer]);
    // An entry that begins near the end of a block is read with the next.
    const end = Math.max(0, bytes.length - LONGEST_ENTRY);
    take(bytes, end);
    rest = bytes.subarray(end);
  }
  take(rest, rest.length);
  return [...names];
};

const valueAt = (bytes: Buffer, at: number): string | undefined => {
  const [low = 0, high = 0] = bytes.subarray(at, at + 2);
  const [length, start] = low < 0x80 ? [low, at + 1] : [(low & 0x7f) | (high << 7), at + 2];
  const text = bytes.toString('utf8', start, start + length);
  // Only a plain path inside the folder is one.
  return /^[^\p{C}\\]+$/u.test(text) && !text.split('/').some((part) => /^\.*$/.test(part))
    ? text
    : undefined;
};
