import { createHash } from 'node:crypto';
import type { Document } from '../../core/index.js';

/** So many characters of a hash tell apart all that a collection holds. */
const LENGTH = 22;

/** Of a vector, or of any bytes. */
export const sumOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, LENGTH);

/** Of a document's id, title and text. */
export const hashOf = ({ id, title, text }: Document): string =>
  sumOf(JSON.stringify([id, title ?? null, text]));

/** A row in a checksum. */
export const lineOf = (row: number, id: string, ...hashes: readonly string[]): string =>
  [row, id, ...hashes].join('\t');

/**
 * A hash of lines in any order: the sum of their SHA-256 hashes. A corpus and an engine list the same rows in different orders, and
 * neither has room to sort ten million of them.
 */
export interface Checksum {
  add(line: string): void;
  readonly value: string;
}

const SIZE = 1n << 256n;

export const checksum = (): Checksum => {
  let sum = 0n;
  return {
    add: (line) => {
      sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
    },
    get value() {
      sum %= SIZE;
      return sum.toString(16).padStart(64, '0');
    },
  };
};
