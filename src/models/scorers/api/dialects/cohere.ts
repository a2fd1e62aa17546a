import { usedIn } from '../../../../platform/api-client/index.js';
import type { Dialect } from './dialect.js';
import { rerankRoute } from './indexed-scores.js';

/** "A single search unit is a query with up to 100 documents"; long documents count as several, which only the answer tells. */
const DOCUMENTS_PER_SEARCH = 100;

const ROUTE = rerankRoute('results');

/** `POST {base}/rerank` of version 2. Documents beyond `max_tokens_per_doc`, 4,096 by default, are always cut. */
export const cohere: Dialect = {
  ...ROUTE,
  home: 'https://api.cohere.com/v2',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  limits: { texts: DOCUMENTS_PER_SEARCH, tokens: 1_000_000, bytes: 4_000_000 },
  takesLimit: true,
  searches: (documents) => Math.ceil(documents / DOCUMENTS_PER_SEARCH),
  body: ({ model, query, documents, maxTokens }) => ({
    model,
    query,
    documents,
    ...(maxTokens !== undefined && { max_tokens_per_doc: maxTokens }),
  }),
  read: (answer, ask) => ({ ...ROUTE.read(answer, ask), searches: usedIn(answer).searches }),
};
