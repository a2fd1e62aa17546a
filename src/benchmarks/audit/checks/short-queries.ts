import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';
import { FEWEST_WORDS, fewWordsText, tooFewWords } from '../few-words.js';

/** Queries of one or two words. */
export const shortQueries: Check = {
  name: 'short-queries',
  title: 'Very short queries',
  definition: `Queries with some text but fewer than ${FEWEST_WORDS} words.`,
  severity: 'note',
  unit: 'queries',
  fix: 'Check that the query was read whole.',
  start: ({ queries }) => ({
    finish: () => {
      const short = tally();
      for (const { id, text } of queries) {
        const count = tooFewWords(text);
        if (count === undefined) continue;
        short.add({ query: id, detail: fewWordsText(text, count), text: excerpt(text) });
      }
      return short.of(queries.length);
    },
  }),
};
