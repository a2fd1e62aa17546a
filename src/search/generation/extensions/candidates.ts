import { trimmedEnds } from '../../../core/index.js';
/** Something that a query may really be about: a diagnosis, a test, a treatment, a mechanism. */
export interface Candidate {
  readonly name: string;
  /** Why the model thinks so; empty where it does not say. */
  readonly reason: string;
}

/** `1. name: reason`, as the prompts ask for it, or as models like to dress it: `**1)** name – reason`. */
const NUMBERED = /^[\s>*_#]*\d{1,2}[.):][\s*_]*(.*)$/s;
/** A list without numbers: only looked for where there is none with, since reasons may have lists of their own. */
const BULLETED = /^\s*[-*•–][\s*_]+(.*)$/s;
const EMPHASIS = /\*\*|__|`/g;
/** A single star may be part of a name, as in HLA-B*27, but not its end. */
const ENDS = /[*_\s]/;
/** What may be between a name and its reason; a hyphen inside a name has no spaces around it. */
const BETWEEN = /:(?:\s|$)|\s[-–—|]\s/;

/** The candidates that an answer lists, in its order, each name once, up to the limit. Any text has none or more. */
export const parseCandidates = (answer: string, most: number): readonly Candidate[] => {
  const lines = answer.split(/\r?\n/);
  const numbered = listed(lines, NUMBERED);
  const candidates = numbered.length > 0 ? numbered : listed(lines, BULLETED);
  const byName = new Map(candidates.map((each) => [each.name.toLowerCase(), each] as const).reverse());
  return candidates.filter((each) => byName.get(each.name.toLowerCase()) === each).slice(0, most);
};

const listed = (lines: readonly string[], line: RegExp): readonly Candidate[] =>
  lines.flatMap((text) => {
    const item = line.exec(text)?.[1]?.replace(EMPHASIS, '').trim() ?? '';
    const between = BETWEEN.exec(item);
    const name = trimmedEnds(between ? item.slice(0, between.index) : item, ENDS);
    const reason = between ? trimmedEnds(item.slice(between.index + between[0].length), ENDS) : '';
    return /\p{L}/u.test(name) ? [{ name, reason }] : [];
  });
