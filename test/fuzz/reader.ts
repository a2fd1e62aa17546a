/** What a reader gets: text, as a file or a server would hand it over, or bytes. */
type Taken = { readonly text: string; readonly bytes: Buffer };

/** Something of the program that reads what others wrote. */
export interface Reader<K extends keyof Taken = keyof Taken, Value = unknown> {
  /** As the figures name it, and its file in `corpus/`. */
  readonly name: string;
  /** Entries of registries that it tries: `run format trec`. A test compares them with the registries. */
  readonly covers?: readonly string[];
  readonly takes: K;
  /** Small inputs that lead inside; more are in `corpus/`. */
  readonly seeds: readonly Taken[K][];
  /** Gives a value, or throws an error that was foreseen. */
  read(input: Taken[K]): Value | Promise<Value>;
  /** Writes a value that was read; what is read from that must be equal. Undefined for a value that its writer refuses. */
  write?(value: Value): Taken[K] | undefined | Promise<Taken[K] | undefined>;
  /** Errors besides `InputError` and `WorkError` that the caller of this reader expects. */
  isForeseen?(error: unknown): boolean;
  /** Blocks that a byte may run, where it is more than usual. */
  readonly blocksPerByte?: number;
  /** Inputs for each of an ordinary reader in a run of the same length: less than 1 for those that use the disk. */
  readonly share?: number;
}

/** Keeps the type of the value between `read` and `write`. */
export const reader = <K extends keyof Taken, Value>(each: Reader<K, Value>): Reader =>
  each as unknown as Reader;
