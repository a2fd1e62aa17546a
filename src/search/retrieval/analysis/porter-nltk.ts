import {
  endsShort,
  hasMeasure,
  inTurn,
  isVowel,
  measure,
  pairsIn,
  type Step,
  step1a,
  step1b,
  step2,
  step3,
  step4,
  step5a,
  step5b,
} from './porter.js';

/** Words that keep or get a form no rule gives them. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  pairsIn(
    'sky>sky skies>sky dying>die lying>lie tying>tie news>news innings>inning inning>inning ' +
      'outings>outing outing>outing cannings>canning canning>canning howe>howe proceed>proceed ' +
      'exceed>exceed succeed>succeed',
  ),
);

/** `dies` becomes `die`, `flies` `fli`. */
const plural: Step = (word) => (word.length === 4 && word.endsWith('ies') ? word.slice(0, 3) : step1a(word));

/** Two letters, vowel and consonant, are short too: `aging` becomes `age`. */
const isShort = (word: string, end: number): boolean =>
  endsShort(word, end) || (end === 2 && isVowel(word, 0) && !isVowel(word, 1));

const participle = step1b(isShort);

/** `died` becomes `die`, `spied` `spi`. */
const past: Step = (word) =>
  word.endsWith('ied') ? word.slice(0, word.length === 4 ? 3 : -2) : participle(word);

/** After a consonant that is not alone: `fly` becomes `fli`; `enjoy` and `by` are kept. */
const finalY: Step = (word) =>
  word.length > 2 && word.endsWith('y') && !isVowel(word, word.length - 2) ? `${word.slice(0, -1)}i` : word;

const doubleSuffix = step2([
  ['fulli', 'ful'],
  // The l counts as part of the stem, so that `geo` and `theo` are long enough.
  ['logi', 'log', (word) => measure(word, word.length - 3) > 0],
]);

/** `-alli` is cut to `-al` first, and what is left is tried again. */
const doubleSuffixes: Step = (word) =>
  doubleSuffix(word.endsWith('alli') && hasMeasure(word, word.length - 4) ? word.slice(0, -2) : word);

const regular = inTurn([plural, past, finalY, doubleSuffixes, step3, step4, step5a(isShort), step5b]);

/** NLTK 3.9's `PorterStemmer` in its default mode, `NLTK_EXTENSIONS`, on lower-case words. */
export const nltkPorter: Step = (word) => IRREGULAR.get(word) ?? regular(word);
