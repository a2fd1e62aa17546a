import { z } from 'zod';
import { packageData } from '../../../platform/node/index.js';

/** The lists of `data/personal-data-words.json`, and what their words are. */
const LISTS = {
  givenNames: 'common given names of several languages that are hardly anything else in a medical text',
  ambiguousGivenNames: 'given names that are words, months or eponyms as well: only with a surname',
  pinyinSurnames: 'Chinese surnames that are no English word and no first word of a herb (Huang Qi, Bai Zhu)',
  ordinaryWords: 'capitalised at the start of a sentence or in a heading, and no part of a name there',
  eponymNouns: 'after a name they make it the name of a thing: "Parkinson disease", "Austin Flint murmur"',
  eponymNames: 'eponyms of two words whose first is a given name',
  institutions: 'capitalised after a name, they make it an institution',
  widePlaces: 'states, countries and larger: too wide to identify a person',
  titles: 'titles that a name may follow',
  roles: 'roles after which a full name is sure, and a single word is not',
  deeds: 'what only persons do',
  sufferings: 'what is done to persons, after "is" or "was"',
  acts: 'what persons do, and names of things do not',
  relatives: 'relations that a name may follow',
  hospitalSorts: 'what sort of a hospital it is, and not which one',
  hospitalStarts: 'before the name of a hospital, and no part of it',
} as const;
type ListName = keyof typeof LISTS;

const lists = packageData(
  'personal-data-words.json',
  z.record(z.enum(Object.keys(LISTS) as ListName[]), z.array(z.string())),
);

/** Words by the name of their list. A line of the file holds several, with commas between. */
export const WORDS = Object.fromEntries(
  Object.entries(lists).map(([name, lines]) => [name, new Set(lines.flatMap((line) => line.split(', ')))]),
) as unknown as Readonly<Record<ListName, ReadonlySet<string>>>;
