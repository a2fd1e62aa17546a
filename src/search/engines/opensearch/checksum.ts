import { createHash } from 'node:crypto';

/**
 * A hash of lines in any order: the sum of their SHA-256 hashes. A corpus and a cluster list the same rows in different orders, and
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
