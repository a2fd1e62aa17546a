/** The first of some rules, in their order, whose suffix a word ends in. A plain loop, since it runs several times for every new word. */
export const suffixFinder = <Rule extends readonly [suffix: string, ...rest: unknown[]]>(
  rules: readonly Rule[],
): ((word: string) => Rule | undefined) => {
  const byLastUnit = new Map<number, Rule[]>();
  for (const rule of rules) {
    const last = lastUnit(rule[0]);
    byLastUnit.set(last, [...(byLastUnit.get(last) ?? []), rule]);
  }
  return (word) => {
    const likely = byLastUnit.get(lastUnit(word));
    if (likely) for (let i = 0; i < likely.length; i++) if (word.endsWith(likely[i]![0])) return likely[i];
    return undefined;
  };
};

const lastUnit = (word: string): number => word.charCodeAt(word.length - 1);

/** Pairs written as `from>to`, such as a suffix and what takes its place. */
export const pairsIn = (text: string): readonly (readonly [from: string, to: string])[] =>
  text.split(' ').map((pair) => pair.split('>') as [string, string]);

/**
 * The suffix-stripping algorithm of M. F. Porter ("An algorithm for suffix stripping", Program 14(3), 1980, 130-137)
 * with the changes its author made later (`bli` for `abli`, `logi`, words of one or two letters kept), step by step,
 * so that a dialect can put a separate step in its place. Every unit but a, e, i, o, u, y counts as a consonant.
 */

/** Whether `word[0, end)` allows a rule. */
type Condition = (word: string, end: number) => boolean;
/** A suffix, what takes its place, and its condition if not that of its step. */
type Rule = readonly [suffix: string, replacement: string, condition?: Condition];
export type Step = (word: string) => string;

const isPlainVowel = (letter: string | undefined): boolean =>
  letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';

/** A y is a vowel after a consonant, so in a run of them every other one is. */
export const isVowel = (word: string, at: number): boolean => {
  let first = at;
  while (first > 0 && word[first] === 'y') first--;
  return isPlainVowel(word[first]) === ((at - first) % 2 === 0);
};

/** Porter's m: how often a consonant follows a vowel in `word[0, end)`. */
export const measure = (word: string, end: number): number => {
  let count = 0;
  let afterVowel = false;
  for (let i = 0; i < end; i++) {
    const letter = word[i];
    const vowel: boolean = isPlainVowel(letter) || (letter === 'y' && i > 0 && !afterVowel);
    if (afterVowel && !vowel) count++;
    afterVowel = vowel;
  }
  return count;
};

const hasVowel: Condition = (word, end) => {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
  return false;
};

const endsInDoubleConsonant = (word: string): boolean =>
  word.length >= 2 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1);

/** Porter's *o: consonant, vowel, consonant other than w, x and y. */
export const endsShort: Condition = (word, end) =>
  end >= 3 &&
  !isVowel(word, end - 3) &&
  isVowel(word, end - 2) &&
  !isVowel(word, end - 1) &&
  !'wxy'.includes(word[end - 1]!);

export const hasMeasure: Condition = (word, end) => measure(word, end) > 0;
const hasLongMeasure: Condition = (word, end) => measure(word, end) > 1;

/** The first suffix that the word ends in decides, even if its condition then fails. */
const firstOf = (rules: readonly Rule[], condition: Condition): Step => {
  const ruleFor = suffixFinder(rules);
  return (word) => {
    const rule = ruleFor(word);
    if (rule === undefined) return word;
    const end = word.length - rule[0].length;
    return (rule[2] ?? condition)(word, end) ? word.slice(0, end) + rule[1] : word;
  };
};

export const step1a = firstOf(pairsIn('sses>ss ies>i ss>ss s>'), () => true);

export const step1b =
  (isShort: Condition): Step =>
  (word) => {
    if (word.endsWith('eed')) return hasMeasure(word, word.length - 3) ? word.slice(0, -1) : word;
    const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
    if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
    const stem = word.slice(0, -cut);
    if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
    if (endsInDoubleConsonant(stem)) return 'lsz'.includes(stem.at(-1)!) ? stem : stem.slice(0, -1);
    return measure(stem, stem.length) === 1 && isShort(stem, stem.length) ? `${stem}e` : stem;
  };

const step1c = firstOf([['y', 'i']], hasVowel);

const STEP_2: readonly Rule[] = pairsIn(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ' +
    'ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive ' +
    'biliti>ble',
);

/** Step 2 with rules that a dialect adds. */
export const step2 = (added: readonly Rule[]): Step => firstOf([...STEP_2, ...added], hasMeasure);

export const step3 = firstOf(pairsIn('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>'), hasMeasure);

const afterSOrT: Condition = (word, end) => hasLongMeasure(word, end) && 'st'.includes(word[end - 1]!);

export const step4 = firstOf(
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix) => (suffix === 'ion' ? [suffix, '', afterSOrT] : [suffix, ''])),
  hasLongMeasure,
);

export const step5a =
  (isShort: Condition): Step =>
  (word) => {
    if (!word.endsWith('e')) return word;
    const end = word.length - 1;
    const m = measure(word, end);
    return m > 1 || (m === 1 && !isShort(word, end)) ? word.slice(0, end) : word;
  };

export const step5b: Step = (word) =>
  word.endsWith('ll') && measure(word, word.length) > 1 ? word.slice(0, -1) : word;

/** The steps in sequence; words of one or two letters are kept. */
export const inTurn =
  (steps: readonly Step[]): Step =>
  (word) =>
    word.length <= 2 ? word : steps.reduce((stem, step) => step(stem), word);

/** The stemmer of Lucene's `PorterStemFilter`. */
export const porter: Step = inTurn([
  step1a,
  step1b(endsShort),
  step1c,
  step2([['logi', 'log']]),
  step3,
  step4,
  step5a(endsShort),
  step5b,
]);
