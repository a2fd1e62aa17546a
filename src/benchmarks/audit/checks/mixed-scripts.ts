import { textCheck } from '../check-of-each.js';

/** From so many letters of another script a text is half translated; a name or a symbol has fewer. */
const LEAST_LETTERS = 10;
/** Greek letters are symbols of medicine and statistics: only a row of them is a sentence. */
const OTHERS = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}])\p{L}/gu;
const GREEK_WORDS = /\p{Script=Greek}{4,30}[\s,]{1,3}\p{Script=Greek}{1,30}[\s,]{1,3}\p{Script=Greek}{4,30}/u;
const LATIN = /\p{Script=Latin}/gu;

export const mixedScripts = textCheck(
  {
    name: 'mixed-scripts',
    title: 'Texts in two scripts',
    definition: `Documents and queries with at least ${LEAST_LETTERS} Latin letters and ${LEAST_LETTERS} letters of another script, such as Chinese, Cyrillic, Arabic or Bengali: half translated, or two languages in one text. Of Greek letters, three words in a row.`,
    severity: 'warning',
    fix: 'Translate the rest, or leave out the text in one of the two languages.',
  },
  ({ text }) => {
    const at = text.search(OTHERS);
    const others = at < 0 ? 0 : text.match(OTHERS)!.length;
    const greek = text.search(GREEK_WORDS);
    if ((others < LEAST_LETTERS && greek < 0) || (text.match(LATIN)?.length ?? 0) < LEAST_LETTERS)
      return undefined;
    return others < LEAST_LETTERS
      ? { detail: 'words in Greek letters', at: greek }
      : { detail: `${others} letters of another script`, at };
  },
);
