import type { Key } from './keys.js';

/** The systems that can search a task by hand without a model that has to be paid. */
export interface Searchers {
  readonly task: Key;
  /** The user's own first. */
  readonly systems: readonly { readonly key: Key; readonly name: string }[];
  /** Why the task cannot be searched; absent where it can. */
  readonly why?: string;
  /** A text to try: the first query of the task. */
  readonly example?: string;
}
