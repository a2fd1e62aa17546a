/** The most that one request holds. */
export interface BatchLimits {
  readonly texts: number;
  readonly tokens: number;
  readonly bytes: number;
}

/** What of an item counts against the limits. */
export interface Sized {
  readonly tokens: number;
  readonly bytes: number;
}

/** Fills requests up to their limits, taking the items as they come; one that is too large goes alone. */
export function* batches<Item extends Sized>(
  items: Iterable<Item>,
  limits: BatchLimits,
): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let tokens = 0;
  let bytes = 0;
  for (const item of items) {
    const full =
      batch.length >= limits.texts ||
      tokens + item.tokens > limits.tokens ||
      bytes + item.bytes > limits.bytes;
    if (full && batch.length) {
      yield batch;
      batch = [];
      tokens = 0;
      bytes = 0;
    }
    batch.push(item);
    tokens += item.tokens;
    bytes += item.bytes;
  }
  if (batch.length) yield batch;
}
