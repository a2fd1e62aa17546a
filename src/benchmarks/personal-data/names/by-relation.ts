import { gapAfter, withoutPossessive } from '../words.js';
import { isConvincing, type NameRule, readName } from './read-name.js';
import { WORDS } from './words.js';

const OWNERS = new Set('her his their my our your late older younger elder eldest youngest'.split(' '));

/** "Her husband, Robert Ainsley"; "the patient's son Marcus". */
export const byRelation: NameRule = {
  words: WORDS.relatives,
  reason: 'a name after a relation',
  read: (reading, i) => {
    const { text, words } = reading;
    const owner = words[i - 1]?.text.toLowerCase() ?? '';
    const gap = gapAfter(text, words, i);
    const name = gap === ' ' || gap === ', ' ? readName(reading, i + 1) : undefined;
    // A relative of no one is named in full: "the mother, Maria Lind,".
    const isOwned = OWNERS.has(owner) || withoutPossessive(owner) !== owner || WORDS.relatives.has(owner);
    if (!isOwned) return name && name.full > 1 ? name : undefined;
    // After a comma a sentence may go on with any capitalised word; a name alone is closed by another mark.
    if (!name || gap === ' ' || isConvincing(reading, name)) return name;
    return /[,.;)]/.test(text[words[name.end - 1]!.end] ?? '.') ? name : undefined;
  },
};

/** "Patient Counselling", "Patient Volunteered". */
const ACTIVITY = /(?:ing|ist|ed|ers|ly)$/;

const PATIENTS = new Set(['patient', 'Patient', 'PATIENT', 'pt', 'Pt']);
const CHILDREN = new Set(['baby', 'infant', 'newborn', 'child', 'boy', 'Boy', 'girl', 'Girl']);

/** "Patient Kowalczyk"; "the patient, Tomasz Lewandowski,"; "the baby, Cheryl,"; "baby boy Nguyen". */
export const byPatient: NameRule = {
  words: new Set([...PATIENTS, ...CHILDREN]),
  reason: 'a name after "patient"',
  read: (reading, i) => {
    const { text, words } = reading;
    const gap = gapAfter(text, words, i);
    const name = gap === ' ' || gap === ', ' ? readName(reading, i + 1) : undefined;
    if (!name) return undefined;
    const end = words[name.end - 1]!.end;
    if (gap === ', ') return isConvincing(reading, name) || text[end] === ',' ? name : undefined;
    const isNamed = PATIENTS.has(words[i]!.text) || words[i - 1]?.text.toLowerCase() === 'baby';
    return isNamed && goesOn(text, end) && !ACTIVITY.test(words[name.start]!.text) ? name : undefined;
  },
};

/** "Patient Health Questionnaire" goes on with a capital; a name is followed by a small letter or the end of a clause. */
const goesOn = (text: string, end: number) => /^(?: \p{Ll}|[,.;:)]|$)/u.test(text.slice(end, end + 2));
