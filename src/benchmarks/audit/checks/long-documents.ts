import { estimatedTokens } from '../../../core/index.js';
import { type Check, tally } from '../check.js';

const MOST_TOKENS = 8192;

/** Documents that most embedders cut off. */
export const longDocuments: Check = {
  name: 'long-documents',
  title: 'Very long documents',
  definition: `Documents of more than ${MOST_TOKENS.toLocaleString('en')} tokens, estimated as one for four characters.`,
  severity: 'note',
  unit: 'documents',
  fix: 'Split them into passages: most embedders see only the beginning.',
  start: () => {
    const long = tally();
    return {
      row: ({ id, text }) => {
        const tokens = estimatedTokens(text);
        if (tokens > MOST_TOKENS)
          long.add({ documents: [id], detail: `about ${tokens.toLocaleString('en')} tokens` });
      },
      finish: ({ ids }) => long.of(ids.length),
    };
  },
};
