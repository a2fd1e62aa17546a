import { estimatedTokens } from '../../../core/index.js';
import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';

const MOST_TOKENS = 512;

/** Queries that many embedders cut off. */
export const longQueries: Check = {
  name: 'long-queries',
  title: 'Very long queries',
  definition: `Queries of more than ${MOST_TOKENS} tokens, estimated as one for four characters.`,
  severity: 'note',
  unit: 'queries',
  fix: 'Say in the results what an embedder with 512 tokens leaves out: the question is often at the end.',
  start: ({ queries }) => ({
    finish: () => {
      const long = tally();
      for (const { id, text } of queries) {
        const tokens = estimatedTokens(text);
        if (tokens > MOST_TOKENS)
          long.add({ query: id, detail: `about ${tokens.toLocaleString('en')} tokens`, text: excerpt(text) });
      }
      return long.of(queries.length);
    },
  }),
};
