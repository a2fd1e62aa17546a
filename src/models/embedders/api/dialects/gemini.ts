import { z } from 'zod';
import { googleKey, usedIn } from '../../../../platform/api-client/index.js';
import { vectorOf } from '../vector.js';
import { type Dialect, isDocument, itemsIn } from './dialect.js';

const Answer = z
  .object({ embeddings: z.array(z.object({ values: z.unknown() })) })
  .transform(({ embeddings }) => embeddings);

const resource = (model: string): string => `models/${model.replace(/^models\//, '')}`;

/** `POST {base}/models/{model}:batchEmbedContents`. Embeddings come in the order of the requests. */
export const gemini: Dialect = {
  home: 'https://generativelanguage.googleapis.com/v1beta',
  homeVariable: 'GOOGLE_GEMINI_BASE_URL',
  homePath: '/v1beta',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  // "At most 100 requests can be in one batch."
  limits: { texts: 100, tokens: 100_000, bytes: 4_000_000 },
  path: (model) => `/${encodeURI(resource(model))}:batchEmbedContents`,
  headers: googleKey,
  body: ({ model, texts, role, dimensions, tellRole }) => ({
    requests: texts.map((text) => ({
      model: resource(model),
      content: { parts: [{ text }] },
      ...(tellRole && { taskType: isDocument(role) ? 'RETRIEVAL_DOCUMENT' : 'RETRIEVAL_QUERY' }),
      ...(dimensions !== undefined && { outputDimensionality: dimensions }),
    })),
  }),
  read: (answer, texts) => ({
    vectors: itemsIn(answer, texts, Answer).map(({ values }) => vectorOf(values)),
    tokens: usedIn(answer).tokensIn,
  }),
};
