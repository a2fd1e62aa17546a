import { estimatedTokens } from '../../../core/index.js';
import { documentCheck } from '../check-of-each.js';

const MOST_TOKENS = 8192;

export const longDocuments = documentCheck(
  {
    name: 'long-documents',
    title: 'Very long documents',
    definition: `Documents of more than ${MOST_TOKENS.toLocaleString('en')} tokens, estimated as one for four characters.`,
    severity: 'note',
    fix: 'Split them into passages: most embedders see only the beginning.',
  },
  ({ text }) => {
    const tokens = estimatedTokens(text);
    return tokens > MOST_TOKENS ? { detail: `about ${tokens.toLocaleString('en')} tokens` } : undefined;
  },
);
