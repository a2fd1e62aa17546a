import { documentCheck } from '../check-of-each.js';
import { FEWEST_WORDS, fewWords } from '../few-words.js';

export const shortDocuments = documentCheck(
  {
    name: 'short-documents',
    title: 'Very short documents',
    definition: `Documents with some text but fewer than ${FEWEST_WORDS} words, such as a single character.`,
    severity: 'note',
    fix: 'Leave them out, or join them with the passage they belong to.',
  },
  ({ text }) => fewWords(text),
);
