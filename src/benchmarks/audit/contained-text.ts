import { containment, shingles, words } from '../../evaluation/overlap/index.js';

/** The words of a run that two texts do not share by chance. */
export const RUN_WORDS = 5;
/** The share of a text's runs from which another text contains it. */
export const CONTAINED = 0.5;

/** The share of a text's runs of words that another text has. */
export const sharedRuns = (text: string, within: string): number =>
  containment(shingles(text, RUN_WORDS), shingles(within, RUN_WORDS));

/** Answers with more words are explanations: no text repeats them word by word. */
const LONGEST_PHRASE = 12;

/** Whether a text contains an answer. Undefined where the answer says nothing by itself: "no", "B", "3". */
export const containsAnswer = (text: string, answer: string): boolean | undefined => {
  const wanted = words(answer);
  if (!wanted.some((word) => /\p{L}{3}/u.test(word) && !EMPTY_ANSWERS.has(word))) return undefined;
  if (wanted.length > LONGEST_PHRASE) return sharedRuns(answer, text) >= CONTAINED;
  return ` ${words(text).join(' ')} `.includes(` ${wanted.join(' ')} `);
};

const EMPTY_ANSWERS = new Set(['yes', 'none', 'all', 'both', 'not', 'true', 'false', 'the', 'and', 'above']);

/** The same rule in words, for definitions. */
export const ANSWER_RULE = `all its words in a row; of an answer with more than ${LONGEST_PHRASE} words, at least half of its ${RUN_WORDS}-word runs. Case and punctuation play no part; inflected forms are other words. Answers such as "yes" or "B" are left out`;
