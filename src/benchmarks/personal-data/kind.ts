/** A part of a text that may identify a person: from `start` up to `end`, as in `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What gave it away. */
  readonly reason: string;
}

/** One kind of personal data and how it is found. Spans may come in any order and overlap. */
export interface KindOfData<Name extends string = string> {
  readonly name: Name;
  /** The item of HIPAA's Safe Harbor list, 45 CFR 164.514(b)(2)(i), that it belongs to; absent for marks of others. */
  readonly safeHarbor?: string;
  readonly find: (text: string) => Iterable<Span>;
}
