import { estimatedTokens } from '../../../core/index.js';
import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

const MOST_TOKENS = 512;

export const longQueries = queryCheck(
  {
    name: 'long-queries',
    title: 'Very long queries',
    definition: `Queries of more than ${MOST_TOKENS} tokens, estimated as one for four characters.`,
    severity: 'note',
    fix: 'Say in the results what an embedder with 512 tokens leaves out: the question is often at the end.',
  },
  ({ text }) => {
    const tokens = estimatedTokens(text);
    return tokens > MOST_TOKENS
      ? { detail: `about ${tokens.toLocaleString('en')} tokens`, text: excerpt(text) }
      : undefined;
  },
);
