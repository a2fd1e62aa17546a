import type { Dialect } from './dialect.js';
import { rerankRoute } from './indexed-scores.js';
import { vllm, vllmParameters } from './vllm.js';

/** `POST {base}/rerank`: vLLM, and others whose rerank API follows Jina's and who pass over what they do not know. */
export const vllmRerank: Dialect = {
  ...rerankRoute('results'),
  ...vllm,
  body: (ask) => ({ ...vllmParameters(ask), query: ask.query, documents: ask.documents }),
};
