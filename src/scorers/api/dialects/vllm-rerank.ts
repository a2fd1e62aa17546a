import type { Dialect } from './dialect.js';
import { readIndexed } from './indexed-scores.js';
import { vllm, vllmParameters } from './vllm.js';

/** `POST {base}/rerank`: vLLM, and others whose rerank API follows Jina's and who pass over what they do not know. */
export const vllmRerank: Dialect = {
  ...vllm,
  url: (endpoint) => `${endpoint}/rerank`,
  body: (ask) => ({ ...vllmParameters(ask), query: ask.query, documents: ask.documents }),
  read: (answer, { documents }) =>
    readIndexed(answer, documents.length, { list: 'results', score: 'relevance_score' }),
};
