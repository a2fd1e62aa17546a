import { z } from 'zod';
import { bearer } from '../../service/index.js';
import type { Dialect } from './dialect.js';
import { readIndexed } from './indexed-scores.js';

const Billed = z.object({
  meta: z.object({
    billed_units: z.object({
      search_units: z.number().nonnegative(),
      total_tokens: z.number().nonnegative().optional().catch(undefined),
    }),
  }),
});

/** "A single search unit is a query with up to 100 documents"; long documents count as several, which only the answer tells. */
const DOCUMENTS_PER_SEARCH = 100;

/** `POST {base}/rerank` of version 2. Documents beyond `max_tokens_per_doc`, 4,096 unless said, are always cut. */
export const cohere: Dialect = {
  home: 'https://api.cohere.com/v2',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  limits: { texts: DOCUMENTS_PER_SEARCH, tokens: 1_000_000, bytes: 4_000_000 },
  takesLimit: true,
  searches: (documents) => Math.ceil(documents / DOCUMENTS_PER_SEARCH),
  url: (endpoint) => `${endpoint}/rerank`,
  headers: bearer,
  body: ({ model, query, documents, maxTokens }) => ({
    model,
    query,
    documents,
    ...(maxTokens !== undefined && { max_tokens_per_doc: maxTokens }),
  }),
  read: (answer, { documents }) => {
    const { scores, tokens } = readIndexed(answer, documents.length, {
      list: 'results',
      score: 'relevance_score',
    });
    const billed = Billed.safeParse(answer).data?.meta.billed_units;
    return { scores, tokens: billed?.total_tokens ?? tokens, searches: billed?.search_units };
  },
};
