/** What was taken from where, for the record. */
export type Sources = Record<string, string>;

/** A possible value, and where it would come from. */
export type Candidate<T> = readonly [value: T | undefined, source: string];

export type Take = <T>(what: string, ...candidates: readonly Candidate<T>[]) => T;

/** Takes the first value there is and writes down its source; the last candidate always has one. */
export const taker =
  (sources: Sources): Take =>
  <T>(what: string, ...candidates: readonly Candidate<T>[]): T => {
    const [value, source] = candidates.find(([candidate]) => candidate !== undefined)!;
    sources[what] = source;
    return value!;
  };
