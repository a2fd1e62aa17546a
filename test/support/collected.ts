/** What came, by place. */
export interface Collected<Value> {
  /** Undefined for what failed. */
  readonly values: readonly (Value | undefined)[];
  readonly reasons: ReadonlyMap<number, string>;
  /** What ended the work before all was done. */
  readonly error?: Error;
}

export interface Come<Value> {
  readonly done: readonly { readonly place: number; readonly value: Value }[];
  readonly failed: readonly { readonly place: number; readonly reason: string }[];
}

/** Takes all batches, and makes sure that no place comes twice and, unless the work ended early, that every place comes. */
export const collectPlaces = async <Batch, Value>(
  batches: AsyncIterable<Batch>,
  count: number,
  read: (batch: Batch) => Come<Value>,
): Promise<Collected<Value>> => {
  const values = new Array<Value | undefined>(count).fill(undefined);
  const reasons = new Map<number, string>();
  const settled = new Set<number>();
  const settle = (place: number): void => {
    if (settled.has(place) || !(place in values)) throw new Error(`place ${place} came twice or is none`);
    settled.add(place);
  };
  try {
    for await (const batch of batches) {
      const { done, failed } = read(batch);
      for (const { place, value } of done) {
        settle(place);
        values[place] = value;
      }
      for (const { place, reason } of failed) {
        settle(place);
        reasons.set(place, reason);
      }
    }
  } catch (error) {
    return { values, reasons, error: error as Error };
  }
  if (settled.size !== count) throw new Error(`${count - settled.size} places never came`);
  return { values, reasons };
};
