import { isOrdinary } from '../names/ordinary-words.js';
import { WORDS } from '../names/words.js';
import { type KindOfData, matches, type Span } from '../spans.js';
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
  if (!named || WORDS.eponymNouns.has(words[last + 1]?.text ?? '')) return undefined;
  return { start: words[first]!.start, end: words[last]!.end, reason: 'the name of a hospital' };
};

/** Whether a word says which hospital it is. */
const isTelling = (word: string): boolean =>
  !JOINTS.has(word) &&
  !LAST_WORDS.has(word) &&
  !WORDS.hospitalSorts.has(word.toLowerCase().replace('’', "'")) &&
  !isOrdinary(word);

/** The words before, as long as they are capitalised; "St." may have its point. */
const firstWord = (text: string, words: readonly Word[], i: number): number => {
  let first = i;
  for (let k = i - 1; k >= Math.max(0, i - 6) && isJoined(text, words, k); k--) {
    if (isCapitalised(words[k]!.text)) first = k;
    else if (!JOINTS.has(words[k]!.text)) break;
  }
  while (first < i && WORDS.hospitalStarts.has(words[first]!.text.toLowerCase())) first++;
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
