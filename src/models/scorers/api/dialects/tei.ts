import { bearer } from '../../../../platform/api-client/index.js';
import type { Dialect } from './dialect.js';
import { readIndexed } from './indexed-scores.js';

/** `POST /rerank` of Text Embeddings Inference, which serves one model, so requests do not name it. */
export const tei: Dialect = {
  home: 'http://localhost:8080',
  keyVariables: ['OPENAI_API_KEY'],
  // Its own defaults: `--max-client-batch-size 32`, `--payload-limit 2000000`.
  limits: { texts: 32, tokens: 250_000, bytes: 1_900_000 },
  takesLimit: false,
  // The logit itself, as cross-encoders were run for R2MED; the sigmoid near 1 makes ties of what differs.
  rawScores: true,
  // Its other routes begin with /v1, this one does not.
  url: (endpoint) => `${endpoint.replace(/\/v1$/, '')}/rerank`,
  headers: bearer,
  body: ({ query, documents, serverCuts, rawScores }) => ({
    query,
    texts: documents,
    raw_scores: rawScores,
    return_text: false,
    truncate: serverCuts,
  }),
  read: (answer, { documents }) => readIndexed(answer, documents.length, { score: 'score' }),
};
