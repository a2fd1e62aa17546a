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

/**
 * Every match of a global expression as a span. An expression with a group finds what the group matched, which must be the end
 * of the match: what stands before it is the context that gives it away.
 */
export function* matches(
  text: string,
  expression: RegExp,
  reason: string,
  accept: (found: string, match: RegExpMatchArray) => boolean = () => true,
): Iterable<Span> {
  for (const match of text.matchAll(expression)) {
    const found = match[1] ?? match[0];
    const end = match.index + match[0].length;
    if (found !== '' && accept(found, match)) yield { start: end - found.length, end, reason };
  }
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const LINK = /[ \t]{0,3}(?:(?:numbers?|no|nr|num|id|code|is|was|of)(?![a-z])\.?|[#№:：=])/iy;
const GAP = /[ \t]{0,3}/y;
const VALUE = /[A-Z0-9]+(?:[-/.][A-Z0-9]+)*/y;
/** Years, and numbers of trials, reviews, articles and sequences: they name no person. */
const PUBLIC =
  /^(?:(?:19|20)\d{2}(?:[-/](?:19|20)?\d{2})?$|NCT|CRD|ISRCTN|UMIN|ACTRN|PMC|PMID|GSE|GSM|SRR|NM|NP)/;

/**
 * Numbers after the words that name them: "MRN: 00481516", "Account no. 44-2281". `label` matches the words; up to four words
 * such as "number", "no." or ":" may follow them. A value is written in capitals and digits and has at least `digits` digits.
 */
export function* labelled(text: string, label: RegExp, reason: string, digits = 4): Iterable<Span> {
  for (const match of text.matchAll(label)) {
    const start = skipped(text, skippedLinks(text, match.index + match[0].length));
    const end = valueEnd(text, start);
    const value = text.slice(start, end);
    if (digitsOf(value).length >= digits && !PUBLIC.test(value)) yield { start, end, reason };
  }
}

const skippedLinks = (text: string, from: number): number => {
  let at = from;
  for (let i = 0; i < 4; i++) at = after(LINK, text, at) ?? at;
  return at;
};

const skipped = (text: string, from: number): number => after(GAP, text, from)!;

/** Groups apart by one space belong together as long as they hold digits: "W2238 90114", "CIN 88120045A". */
const valueEnd = (text: string, start: number): number => {
  let end = after(VALUE, text, start) ?? start;
  for (let groups = 1; groups < 5 && end > start && text[end] === ' '; groups++) {
    const next = after(VALUE, text, end + 1);
    if (next === undefined || !/\d/.test(text.slice(end + 1, next)) || isLetter(text[next])) break;
    end = next;
  }
  // "Abc" is a word, not a value.
  return isLetter(text[end]) ? start : end;
};

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /\p{L}/u.test(character) && !/\p{Script=Han}/u.test(character);

const after = (sticky: RegExp, text: string, from: number): number | undefined => {
  sticky.lastIndex = from;
  const [found] = sticky.exec(text) ?? [];
  return found === undefined ? undefined : from + found.length;
};

/** What a number looks like after the word that names it, as the source of an expression. */
export const TELEPHONE_NUMBER = String.raw`(\+?\(?\d[\d ().-]{4,20}\d(?: ?(?:x|ext\.?|extension) ?\d{1,6})?)(?![\w-])`;

/** From seven digits without an area up to the fifteen of E.164; an extension is counted apart. */
export const isTelephoneNumber = (found: string): boolean => {
  const { length } = digitsOf(found.split(/x|ext/i)[0]!);
  return length >= 7 && length <= 15;
};
