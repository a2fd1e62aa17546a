import type { KindOfData, Span } from '../kind.js';
import { matches } from '../matches.js';
import { EPONYM_NOUNS } from '../names/eponyms.js';
import { isOrdinary } from '../names/ordinary-words.js';
import { gapAfter, isCapitalised, type Word, withoutPossessive, wordsOf } from '../words.js';

const LAST_WORDS = new Set(['Hospital', 'Clinic', 'Infirmary', 'Sanatorium', 'Hospice', 'Polyclinic']);
const LAST_PAIRS = new Set(
  ['Medical', 'Cancer', 'Health', 'Trauma', 'Heart', 'Surgery', 'Care', 'Dialysis', 'Rehabilitation'].flatMap(
    (word) => [`${word} Center`, `${word} Centre`],
  ),
)
  .add('Nursing Home')
  .add('Health System')
  .add('Healthcare System');

/** Most texts have none, and need not be read word by word. */
const ANY_LAST_WORD = /Hospital|Clinic|Infirmary|Sanatorium|Hospice|Polyclinic|Cent(?:er|re)|Home|System/;

/** Words that say what sort of a hospital it is, and not which one. */
const SORTS = new Set(
  `the a an this that our their her his its any each every no another local general community county district regional
university teaching academic national public private city state central day children's childrens women's men's veterans
military mental psychiatric pain eye dental dialysis cancer heart fertility outpatient inpatient emergency primary tertiary
secondary acute care family health medical specialist surgical maternity memory memorial affiliated first second third
fourth fifth people's asthma failure stroke sleep headache movement disorders antenatal warfarin wound renal hernia
breast fracture ankle spine back foot hand walk-in outreach travel hiv tb home center centre level tier veteran rural urban nursing referral main at in to from by near after before since when while with for and
on outside of was is`.split(/\s/),
);
const STARTS = new Set(
  'the a an at in to from by near after before since when while with for and on this that our her his their'.split(
    ' ',
  ),
);
const JOINTS = new Set(['of', 'and', 'the', 'de', 'del', 'la']);
/** Spanish, Portuguese, French and German names have the word first. */
const WORD_FIRST =
  /\b(?:Hospital (?:Universitari[oa]|Cl[ií]nico|General|de|do|da|del|dos|San|Santa|São|Saint)|H[oô]pital|Centre Hospitalier|Klinikum|Universitätsklinikum|Krankenhaus|Ospedale|Policlinico) (?:(?:de|do|da|del|dos|la|las|los|le|les|der|di) ){0,2}\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20}){0,2}/gu;
const CHINESE =
  /(?<![\p{Script=Han}])[\p{Script=Han}]{0,10}?(?:在|于|到|至|由|经|往|从|赴)?((?!当地|外地|上级|综合|其他|多家|附近)[\p{Script=Han}]{3,14}?(?:医院|卫生院|诊所))/gu;

export const hospital: KindOfData<'hospital'> = {
  name: 'hospital',
  safeHarbor: '(B) places smaller than a state',
  *find(text) {
    const words = ANY_LAST_WORD.test(text) ? wordsOf(text) : [];
    for (let i = 0; i < words.length; i++) {
      const found = hospitalAt(text, words, i);
      if (found) yield found;
    }
    yield* matches(text, WORD_FIRST, 'the name of a hospital');
    yield* matches(text, CHINESE, 'the name of a hospital');
  },
};

/** The hospital whose name has its last word here, or goes on from here with "of". */
const hospitalAt = (text: string, words: readonly Word[], i: number): Span | undefined => {
  const word = words[i]!.text;
  const pair = i > 0 && isJoined(text, words, i - 1) ? `${words[i - 1]!.text} ${word}` : '';
  if (!LAST_WORDS.has(word) && !LAST_PAIRS.has(pair)) return undefined;
  const first = firstWord(text, words, i);
  const last = lastWord(text, words, i);
  const named = words.slice(first, last + 1).some(({ text: part }) => isTelling(part));
  if (!named || EPONYM_NOUNS.has(words[last + 1]?.text ?? '')) return undefined;
  return { start: words[first]!.start, end: words[last]!.end, reason: 'the name of a hospital' };
};

/** Whether a word says which hospital it is. */
const isTelling = (word: string): boolean =>
  !JOINTS.has(word) &&
  !LAST_WORDS.has(word) &&
  !SORTS.has(word.toLowerCase().replace('’', "'")) &&
  !isOrdinary(word);

/** The words before, as long as they are capitalised; "St." may have its point. */
const firstWord = (text: string, words: readonly Word[], i: number): number => {
  let first = i;
  for (let k = i - 1; k >= Math.max(0, i - 6) && isJoined(text, words, k); k--) {
    if (isCapitalised(words[k]!.text)) first = k;
    else if (!JOINTS.has(words[k]!.text)) break;
  }
  while (first < i && STARTS.has(words[first]!.text.toLowerCase())) first++;
  return first;
};

/** "Hospital of Linhai University": the words after, up to the last capitalised one. */
const lastWord = (text: string, words: readonly Word[], i: number): number => {
  if (words[i + 1]?.text !== 'of' || !isJoined(text, words, i)) return i;
  let last = i;
  for (let k = i + 1; k <= i + 6 && k < words.length && isJoined(text, words, k - 1); k++) {
    if (isCapitalised(words[k]!.text)) last = k;
    else if (!JOINTS.has(words[k]!.text)) break;
  }
  return last;
};

const isJoined = (text: string, words: readonly Word[], k: number): boolean => {
  const gap = gapAfter(text, words, k);
  return gap === ' ' || gap === ' & ' || (gap === '. ' && withoutPossessive(words[k]!.text) === 'St');
};
