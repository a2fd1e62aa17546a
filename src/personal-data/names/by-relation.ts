import { gapAfter, withoutPossessive } from '../words.js';
import { isConvincing, readName } from './read-name.js';
import type { NameRule } from './rule.js';

export const RELATIVES: ReadonlySet<string> = new Set(
  `husband wife son daughter mother father brother sister partner spouse friend aunt uncle niece nephew cousin girlfriend
boyfriend fiance fiancé fiancee fiancée grandson granddaughter grandmother grandfather stepfather stepmother stepson
stepdaughter twin carer caregiver neighbour neighbor guardian roommate mum mom dad colleague`.split(/\s/),
);
const OWNERS = new Set('her his their my our your'.split(' '));

/** "Her husband, Robert Ainsley"; "the patient's son Marcus". */
export const byRelation: NameRule = (reading, i) => {
  const { text, words } = reading;
  if (!RELATIVES.has(words[i]!.text)) return undefined;
  const owner = words[i - 1]?.text.toLowerCase() ?? '';
  if (!OWNERS.has(owner) && withoutPossessive(owner) === owner && !RELATIVES.has(owner)) return undefined;
  const gap = gapAfter(text, words, i);
  if (gap !== ' ' && gap !== ', ') return undefined;
  const name = readName(reading, i + 1);
  // After a comma a sentence may go on with any capitalised word.
  const certain = name && (gap === ' ' || isConvincing(reading, name));
  return { name: certain ? name : undefined, reason: 'a name after a relation' };
};

/** "Patient Kowalczyk"; "the patient, Tomasz Lewandowski,"; "baby boy Nguyen". */
export const byPatient: NameRule = (reading, i) => {
  const { text, words } = reading;
  const word = words[i]!.text.toLowerCase();
  const baby = (word === 'boy' || word === 'girl') && words[i - 1]?.text.toLowerCase() === 'baby';
  if (word !== 'patient' && !baby) return undefined;
  const gap = gapAfter(text, words, i);
  if (gap !== ' ' && gap !== ', ') return undefined;
  const name = readName(reading, i + 1);
  const certain =
    name && (gap === ' ' ? goesOn(text, words[name.end - 1]!.end) : isConvincing(reading, name));
  return { name: certain ? name : undefined, reason: 'a name after "patient"' };
};

/** "Patient Health Questionnaire" goes on with a capital; a name is followed by a small letter or the end of a clause. */
const goesOn = (text: string, end: number): boolean =>
  /^(?: \p{Ll}|[,.;:)]|$)/u.test(text.slice(end, end + 2));
