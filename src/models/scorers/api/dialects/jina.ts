import type { Dialect } from './dialect.js';
import { rerankRoute } from './indexed-scores.js';

/** `POST {base}/rerank`. It reads what it can of a long text and does not say how much. */
export const jina: Dialect = {
  ...rerankRoute('results'),
  home: 'https://api.jina.ai/v1',
  keyVariables: ['JINA_API_KEY'],
  limits: { texts: 100, tokens: 100_000, bytes: 4_000_000 },
  takesLimit: false,
  body: ({ model, query, documents }) => ({ model, query, documents, return_documents: false }),
};
