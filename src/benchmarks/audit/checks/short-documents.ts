import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';
import { FEWEST_WORDS, fewWordsText, tooFewWords } from '../few-words.js';

/** Documents of one or two words. */
export const shortDocuments: Check = {
  name: 'short-documents',
  title: 'Very short documents',
  definition: `Documents with some text but fewer than ${FEWEST_WORDS} words, such as a single character.`,
  severity: 'note',
  unit: 'documents',
  fix: 'Leave them out, or join them with the passage they belong to.',
  start: () => {
    const short = tally();
    return {
      row: ({ id, text }) => {
        const count = tooFewWords(text);
        if (count === undefined) return;
        short.add({ documents: [id], detail: fewWordsText(text, count), text: excerpt(text) });
      },
      finish: ({ ids }) => short.of(ids.length),
    };
  },
};
