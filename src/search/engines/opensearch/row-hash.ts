import { createHash } from 'node:crypto';
import type { Document } from '../../../core/index.js';

/** So many characters of a hash tell apart all that a collection holds. */
const LENGTH = 22;

const short = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, LENGTH);

/** Of a document's id, title and text. */
export const hashOf = ({ id, title, text }: Document): string =>
  short(JSON.stringify([id, title ?? null, text]));

/** Of a vector, or of any bytes. */
export const sumOf = short;

/** What stands for a row in a checksum. */
export const lineOf = (row: number, id: string, ...hashes: readonly string[]): string =>
  [row, id, ...hashes].join('\t');
