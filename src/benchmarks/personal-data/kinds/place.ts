import { isOrdinary } from '../names/ordinary-words.js';
import { WORDS } from '../names/words.js';
import { type KindOfData, matches } from '../spans.js';

const STREET =
  /(?<![\w.,/-])\d{1,5}[A-Za-z]? (?:(?:[NSEW]|North|South|East|West|Old|New|St)\.? )?(?:\p{Lu}[\p{L}'’-]{1,20} ){1,4}(?:Street|Avenue|Ave\b\.?|Road|Rd\b\.?|Boulevard|Blvd\b\.?|Lane|Drive|Court|Square|Terrace|Crescent|Highway|Parkway|Alley|Mews|Gardens|Grove|Plaza|Trail|Turnpike|Circle|Quay|Park|Hill|Way|Place|Close|Row|Walk|View|St\.?(?=,|$))(?!\p{L})(?:,? (?:Apt|Apartment|Flat|Unit|Suite|Floor)\.? ?#?\w{1,5})?/gu;
/** What is named as an address needs no word for a street. */
const ADDRESS =
  /\b(?:(?:[Aa]ddress|[Rr]esidence|[Hh]ome)(?: is| as)?|[Ll]ives at|[Ll]iving at|[Rr]esid(?:es|ing) at|visit to|[Cc]orrespondence to|[Mm]ail(?:ed)? to|[Dd]eliver(?:ed)? to)[ :]{1,2}((?:(?:Flat|Studio|Unit|Apartment|Suite) \w{1,5},? )?(?:\d{1,5}[A-Za-z]?,? )?(?:\p{Lu}[\p{L}'’-]{1,20} (?!Apt|Suite|Unit|Flat)){0,3}\p{Lu}[\p{L}'’-]{1,20}(?:,? (?:Apt|Apartment|Flat|Unit|Suite|Floor)\.? ?#?\w{1,5})?)/gu;
const STATES =
  '(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])';
const CITY_AND_ZIP = new RegExp(
  String.raw`(?<!\w)(?:\p{Lu}[\p{L}'’.-]{1,20} ){0,2}\p{Lu}[\p{L}'’.-]{1,20}, ${STATES} \d{5}(?:-\d{4})?(?!\w)`,
  'gu',
);
const POSTAL_CODE =
  /\b(?:zip|zip code|postal code|post ?code|postcode)[ :#]{1,3}(?:is )?((?:\d{5}(?:-\d{4})?|\d{6}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d))(?!\w)/gi;
const POST_BOX = /\bP\.? ?O\.? ?Box \d{1,6}\b/gi;
const HOME =
  /\b(?:[Ll]ives?|[Ll]iving|[Ll]ived|[Rr]esides?|[Rr]esiding|[Rr]esident|[Nn]ative|inhabitant|[Bb]orn|grew up|grown up|moved here) (?:in|of|near|from|to) (\p{Lu}[\p{L}'’-]{2,20}(?: \p{Lu}[\p{L}'’-]{2,20}){0,2})/gu;

/** "A boy from Nagano" of a vignette is not held back; who someone is and where from, is. */
const ORIGIN =
  /\b(?:[Ss]he|[Hh]e|[Tt]he patient) (?:is|was|comes|came) (?:originally )?from (\p{Lu}[\p{L}'’-]{2,20}(?: \p{Lu}[\p{L}'’-]{2,20}){0,2})/gu;

export const place: KindOfData<'place'> = {
  name: 'place',
  safeHarbor: '(B) places smaller than a state',
  *find(text) {
    yield* matches(text, STREET, 'a street and a number');
    yield* matches(text, ADDRESS, 'named as an address', (found) => /\d/.test(found));
    yield* matches(text, CITY_AND_ZIP, 'a city with its postal code');
    yield* matches(text, POSTAL_CODE, 'named as a postal code');
    yield* matches(text, POST_BOX, 'a post box');
    yield* matches(text, HOME, 'named as a home', isNarrow);
    yield* matches(text, ORIGIN, 'named as where someone is from', isNarrow);
  },
};

/** "Rural India" and "Nursing Home" are no towns: a part is a country, or all words are ordinary. */
const isNarrow = (found: string): boolean =>
  !WORDS.widePlaces.has(found.toLowerCase()) &&
  !found.split(' ').some((word) => WORDS.widePlaces.has(word.toLowerCase())) &&
  !found.split(' ').every(isOrdinary);
