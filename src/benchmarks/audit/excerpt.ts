import { findPersonalData } from '../personal-data/index.js';

const BEFORE = 30;
const LONGEST = 120;

/** A short piece of a text around a place, on one line; what is left out, and what may identify a person, is marked: reports are passed on. */
export const excerpt = (text: string, at = 0): string => {
  const from = at <= BEFORE ? 0 : wholeFrom(text, at - BEFORE);
  const to = from + LONGEST >= text.length ? text.length : wholeFrom(text, from + LONGEST);
  const piece = covered(text.slice(from, to)).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '… ' : ''}${piece}${to < text.length ? ' …' : ''}`;
};

/** A place that tears no pair of surrogates apart. */
const wholeFrom = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

/** Marks such as `[name]` in place of what may identify a person. */
const covered = (text: string): string =>
  findPersonalData(text)
    .filter(({ kind }) => kind !== 'masked')
    .reduceRight((so, { start, end, kind }) => `${so.slice(0, start)}[${kind}]${so.slice(end)}`, text);
