/** A model of 7B parameters loads from a slow disk in less. */
const DEFAULT_TIMEOUT_MS = 15 * 60_000;

/** A limit as the user sets it, else as the model does in seconds, else the default. */
export const timeoutOf = (set: number | undefined, wished: number | undefined): number =>
  set ?? (wished === undefined ? DEFAULT_TIMEOUT_MS : wished * 1000);
