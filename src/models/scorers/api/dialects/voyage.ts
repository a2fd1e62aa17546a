import type { Dialect } from './dialect.js';
import { rerankRoute } from './indexed-scores.js';

export const voyage: Dialect = {
  ...rerankRoute('data'),
  home: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  // 1,000 documents; tokens, the query's counted with every document: 600,000, and 100,000 for the oldest model.
  limits: { texts: 100, tokens: 100_000, bytes: 4_000_000 },
  takesLimit: false,
  body: ({ model, query, documents, serverCuts }) => ({
    model,
    query,
    documents,
    truncation: serverCuts,
    return_documents: false,
  }),
};
