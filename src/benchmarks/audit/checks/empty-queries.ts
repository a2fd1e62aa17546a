import { queryCheck } from '../check-of-each.js';

export const emptyQueries = queryCheck(
  {
    name: 'empty-queries',
    title: 'Empty queries',
    definition: 'Queries without text, or with white space only.',
    severity: 'error',
    fix: 'Add the text, or leave out the query and its judgements.',
  },
  ({ text }) => (text.trim() === '' ? { detail: 'no text' } : undefined),
);
