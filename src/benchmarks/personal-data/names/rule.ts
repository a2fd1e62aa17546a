import type { Reading, ReadName } from './read-name.js';

/** A way to tell a name by a word: its title, a relation, or its own first word. */
export interface NameRule {
  /** The words at which it looks; most words of a text are none, and are passed over at the price of one look. */
  readonly words: ReadonlySet<string>;
  readonly reason: string;
  /** The name at or after such a word. */
  readonly read: (reading: Reading, word: number) => ReadName | undefined;
}
