import { textCheck } from '../check-of-each.js';

/** From so many letters of another script a text is half translated; a name or a symbol has fewer. */
const LEAST_LETTERS = 10;
/** Greek letters are symbols of medicine and statistics. */
const OTHERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/gu;
const LATIN = /\p{Script=Latin}/gu;

export const mixedScripts = textCheck(
  {
    name: 'mixed-scripts',
    title: 'Texts in two scripts',
    definition: `Documents and queries with at least ${LEAST_LETTERS} Latin letters and ${LEAST_LETTERS} letters of another script (Chinese, Japanese, Korean, Cyrillic, Arabic, Hebrew, Devanagari, Thai): half translated, or two languages in one text. Greek letters do not count.`,
    severity: 'warning',
    fix: 'Translate the rest, or leave out the text in one of the two languages.',
  },
  ({ text }) => {
    const at = text.search(OTHERS);
    if (at < 0) return undefined;
    const others = text.match(OTHERS)!.length;
    if (others < LEAST_LETTERS || (text.match(LATIN)?.length ?? 0) < LEAST_LETTERS) return undefined;
    return { detail: `${others} letters of another script`, at };
  },
);
