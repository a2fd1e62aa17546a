import { pairsIn, suffixFinder } from './porter.js';

/**
 * The English stemmer ("Porter 2") of the Snowball project, version 3.1, after its published definition. Words are
 * lower case. y is written as Y where it is a consonant: at the start of a word and after a vowel.
 */

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map([
  ...pairsIn('skis>ski skies>sky idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl'),
  ...'sky news howe atlas cosmos bias andes'.split(' ').map((word) => [word, word] as const),
]);

/** Words that would lose too much if their first region began where the rule says. */
const REGION_PREFIX = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/;
const FIRST_REGION = /[aeiouy][^aeiouy]/;

const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/;
const VOWEL = /[aeiouy]/;

interface Regions {
  readonly first: number;
  readonly second: number;
}

const regionAfter = (word: string, from: number): number => {
  const at = word.slice(from).search(FIRST_REGION);
  return at < 0 ? word.length : from + at + 2;
};

const regionsOf = (word: string): Regions => {
  const first = REGION_PREFIX.exec(word)?.[0].length ?? regionAfter(word, 0);
  return { first, second: regionAfter(word, first) };
};

const markConsonantY = (word: string): string => {
  if (!word.includes('y')) return word;
  let marked = '';
  let isAfterVowel = true;
  for (const letter of word) {
    const next = letter === 'y' && isAfterVowel ? 'Y' : letter;
    marked += next;
    isAfterVowel = VOWEL.test(next);
  }
  return marked;
};

const withoutPossessive = (word: string): string => word.replace(/(?:'s'|'s|')$/, '');

const step1a = (word: string): string => {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
};

const restored = (stem: string, { first }: Regions): string => {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1);
  return stem.length === first && SHORT_SYLLABLE.test(stem) ? `${stem}e` : stem;
};

const step1b = (word: string, regions: Regions): string => {
  const suffix = /(?:eed|eedly|ed|edly|ing|ingly)$/.exec(word)?.[0];
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (suffix.startsWith('ee'))
    return stem.length < regions.first || /^(?:succ|proc|exc)$/.test(stem) ? word : `${stem}ee`;
  if (suffix === 'ing') {
    if (/^[^aeiouy]y$/.test(stem)) return `${stem[0]}ie`;
    if (/^(?:even|cann|inn|earr|herr|out)$/.test(stem)) return word;
  }
  return VOWEL.test(stem) ? restored(stem, regions) : word;
};

const step1c = (word: string): string => word.replace(/(?<=.[^aeiouy])[yY]$/, 'i');

/** Longest suffix first where one ends in another; the first that the word ends in decides. */
type Rule = readonly [
  suffix: string,
  replacement: string,
  allowed?: (stem: string, regions: Regions) => boolean,
];

const step2 = suffixFinder<Rule>([
  ...pairsIn(
    'ational>ate tional>tion ization>ize ation>ate fulness>ful ousness>ous iveness>ive biliti>ble ' +
      'lessli>less entli>ent ousli>ous fulli>ful aliti>al iviti>ive alism>al ogist>og enci>ence anci>ance ' +
      'abli>able izer>ize ator>ate alli>al bli>ble',
  ),
  ['ogi', 'og', (stem) => stem.endsWith('l')],
  ['li', '', (stem) => /[cdeghkmnrt]$/.test(stem)],
]);

const step3 = suffixFinder<Rule>([
  ...pairsIn('ational>ate tional>tion alize>al icate>ic iciti>ic ical>ic'),
  ['ative', '', (stem, { second }) => stem.length >= second],
  ...pairsIn('ness> ful>'),
]);

const step4 = suffixFinder<Rule>([
  ...'ement ment ent ance ence able ible ant ism ate iti ous ive ize al er ic'
    .split(' ')
    .map((suffix): Rule => [suffix, '']),
  ['ion', '', (stem) => stem.endsWith('s') || stem.endsWith('t')],
]);

/** Replaces a suffix that begins at `from` or later. */
const replaced = (
  ruleFor: (word: string) => Rule | undefined,
  word: string,
  regions: Regions,
  from: number,
): string => {
  const rule = ruleFor(word);
  if (rule === undefined) return word;
  const [suffix, replacement, allowed] = rule;
  const stem = word.slice(0, -suffix.length);
  return stem.length >= from && (allowed?.(stem, regions) ?? true) ? stem + replacement : word;
};

const step5 = (word: string, { first, second }: Regions): string => {
  const stem = word.slice(0, -1);
  if (word.endsWith('e'))
    return stem.length >= second || (stem.length >= first && !SHORT_SYLLABLE.test(stem)) ? stem : word;
  return word.endsWith('ll') && stem.length >= second ? stem : word;
};

const stemOf = (word: string): string => {
  const marked = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const regions = regionsOf(marked);
  let stem = step1c(step1b(step1a(withoutPossessive(marked)), regions));
  stem = replaced(step2, stem, regions, regions.first);
  stem = replaced(step3, stem, regions, regions.first);
  stem = replaced(step4, stem, regions, regions.second);
  return step5(stem, regions).replaceAll('Y', 'y');
};

/** Never part of a word, so it can represent characters outside the basic plane. */
const STAND_IN = '\ue000';

/** Snowball counts code points where JavaScript counts UTF-16 units: each pair is one letter while stemming. */
const stemByCodePoint = (word: string): string => {
  const pairs: string[] = [];
  const single = word.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (pair) => {
    pairs.push(pair);
    return STAND_IN;
  });
  const stem = single.length < 3 ? single : stemOf(single);
  let next = 0;
  return stem.replaceAll(STAND_IN, () => pairs[next++]!);
};

export const snowballEnglish = (word: string): string => {
  const whole = WHOLE_WORDS.get(word);
  if (whole !== undefined) return whole;
  if (/[\ud800-\udbff]/.test(word)) return stemByCodePoint(word);
  return word.length < 3 ? word : stemOf(word);
};
