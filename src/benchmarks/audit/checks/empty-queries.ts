import { type Check, tally } from '../check.js';

/** Queries without any text. */
export const emptyQueries: Check = {
  name: 'empty-queries',
  title: 'Empty queries',
  definition: 'Queries without text, or with white space only.',
  severity: 'error',
  unit: 'queries',
  fix: 'Add the text, or leave out the query and its judgements.',
  start: ({ queries }) => ({
    finish: () => {
      const empty = tally();
      for (const { id, text } of queries) if (text.trim() === '') empty.add({ query: id, detail: 'no text' });
      return empty.of(queries.length);
    },
  }),
};
