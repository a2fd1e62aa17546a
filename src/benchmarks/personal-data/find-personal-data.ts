import { kindsOfData } from './kinds/index.js';
import type { Span } from './spans.js';

/** The name of a kind of personal data: those of HIPAA's Safe Harbor that a text can hold, and `masked`. */
export type PersonalDataKind = (typeof kindsOfData)[number]['name'];

/** A part of a text that may identify a person: `text` is `whole.slice(start, end)`. */
export interface PersonalDataFinding {
  readonly kind: PersonalDataKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What gave it away. */
  readonly reason: string;
}

/**
 * Parts of a text that may identify a person, in the order of the text, without overlap. `masked` marks places where someone
 * else removed something. It is a help and no guarantee: a text without findings can still name a person.
 *
 * @example
 * import { findPersonalData } from 'r2med/benchmarks';
 *
 * for (const { kind, text } of findPersonalData('Mr. Baxter was seen on 3 June 2019.')) console.log(kind, text);
 */
export const findPersonalData = (text: string): readonly PersonalDataFinding[] => {
  const taken = new Uint8Array(text.length);
  return kindsOfData
    .flatMap(({ name: kind, find }) =>
      [...find(text)]
        .sort((a, b) => a.start - b.start || b.end - a.end)
        .filter((span) => take(taken, span))
        .map(({ start, end, reason }) => ({ kind, start, end, text: text.slice(start, end), reason })),
    )
    .sort((a, b) => a.start - b.start);
};

/** Takes the characters of a span, unless one of them is taken already. */
const take = (taken: Uint8Array, { start, end }: Span): boolean => {
  for (let i = start; i < end; i++) if (taken[i] === 1) return false;
  taken.fill(1, start, end);
  return start < end;
};

/** Every kind with the item of HIPAA's Safe Harbor list that it belongs to. */
export const personalDataKinds: readonly { readonly name: PersonalDataKind; readonly safeHarbor?: string }[] =
  kindsOfData.map((kind) => ({
    name: kind.name,
    ...('safeHarbor' in kind && kind.safeHarbor !== undefined && { safeHarbor: kind.safeHarbor }),
  }));
