import { queryCheck } from '../check-of-each.js';
import { FEWEST_WORDS, fewWords } from '../few-words.js';

export const shortQueries = queryCheck(
  {
    name: 'short-queries',
    title: 'Very short queries',
    definition: `Queries with some text but fewer than ${FEWEST_WORDS} words.`,
    severity: 'note',
    fix: 'Check that the query was read whole.',
  },
  ({ text }) => fewWords(text),
);
