import { z } from 'zod';
import { bearer, usedIn } from '../../../../platform/api-client/index.js';
import { vectorOf } from '../vector.js';
import { type Dialect, isDocument, itemsIn } from './dialect.js';

const Answer = z
  .object({ embeddings: z.object({ float: z.array(z.unknown()) }) })
  .transform(({ embeddings }) => embeddings.float);

/** `POST {base}/embed` of version 2. */
export const cohere: Dialect = {
  home: 'https://api.cohere.com/v2',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  // 96 texts.
  limits: { texts: 96, tokens: 100_000, bytes: 4_000_000 },
  path: () => '/embed',
  headers: bearer,
  body: ({ model, texts, role, dimensions, serverCuts }) => ({
    model,
    texts,
    // Models from version 3 on refuse to work without it.
    input_type: isDocument(role) ? 'search_document' : 'search_query',
    embedding_types: ['float'],
    truncate: serverCuts ? 'END' : 'NONE',
    ...(dimensions !== undefined && { output_dimension: dimensions }),
  }),
  read: (answer, texts) => ({
    vectors: itemsIn(answer, texts, Answer).map(vectorOf),
    tokens: usedIn(answer).tokensIn,
  }),
};
