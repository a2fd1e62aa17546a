import { bearer } from '../../../api-client/index.js';
import type { Dialect } from './dialect.js';
import { readIndexed } from './indexed-scores.js';

export const voyage: Dialect = {
  home: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  // 1,000 documents; tokens, the query's counted with every document: 600,000, and 100,000 for the oldest model.
  limits: { texts: 100, tokens: 100_000, bytes: 4_000_000 },
  takesLimit: false,
  url: (endpoint) => `${endpoint}/rerank`,
  headers: bearer,
  body: ({ model, query, documents, serverCuts }) => ({
    model,
    query,
    documents,
    truncation: serverCuts,
    return_documents: false,
  }),
  read: (answer, { documents }) =>
    readIndexed(answer, documents.length, { list: 'data', score: 'relevance_score' }),
};
