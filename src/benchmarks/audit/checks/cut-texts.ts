import { textCheck } from '../check-of-each.js';

/** Words that no sentence of a text ends with. */
const OPEN_WORDS = new Set(
  'a an and are as at because but by for from had has have if in into is its of on or our such than that the their these this to was were when which while whose with'.split(
    ' ',
  ),
);

export const cutTexts = textCheck(
  {
    name: 'cut-texts',
    title: 'Texts that end within a sentence',
    definition:
      'Documents and queries whose last word cannot end a sentence (“the”, “and”, “with”), or that end with a comma, a semicolon, a hyphen after a letter or an open bracket.',
    severity: 'note',
    fix: 'Take the whole sentence, or end at the sentence before.',
  },
  ({ text }) => {
    const end = text.slice(-60).trimEnd();
    const last = /(?:[,;([]|(?<=\p{L})-)$/u.exec(end)?.[0] ?? /(?<![\p{L}\p{N}])[a-z]+$/u.exec(end)?.[0];
    if (last === undefined || (/^[a-z]/.test(last) && !OPEN_WORDS.has(last))) return undefined;
    return { detail: `ends with “${last}”`, at: Math.max(0, text.length - 40) };
  },
);
