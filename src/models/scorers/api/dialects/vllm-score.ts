import type { Dialect } from './dialect.js';
import { readIndexed } from './indexed-scores.js';
import { vllm, vllmParameters } from './vllm.js';

/** `POST {base}/score`: one text against many, unchanged. */
export const vllmScore: Dialect = {
  ...vllm,
  url: (endpoint) => `${endpoint}/score`,
  body: (ask) => ({ ...vllmParameters(ask), text_1: ask.query, text_2: ask.documents }),
  read: (answer, { documents }) => readIndexed(answer, documents.length, { list: 'data', score: 'score' }),
};
