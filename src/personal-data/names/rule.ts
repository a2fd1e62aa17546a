import type { Reading, ReadName } from './read-name.js';

/** Whether a name begins at or after this word, and what gave it away. */
export type NameRule = (
  reading: Reading,
  word: number,
) => { readonly name: ReadName | undefined; readonly reason: string } | undefined;
