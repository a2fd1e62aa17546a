import { type Dialect, isDocument } from './dialect.js';
import { indexedEmbeddings } from './indexed-answer.js';

export const voyage: Dialect = {
  ...indexedEmbeddings,
  home: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  // 1,000 texts and, for its large models, 120,000 tokens; R2MED's scripts send 64 texts.
  limits: { texts: 128, tokens: 100_000, bytes: 4_000_000 },
  body: ({ model, texts, role, dimensions, tellRole, serverCuts }) => ({
    model,
    input: texts,
    truncation: serverCuts,
    ...(tellRole && { input_type: isDocument(role) ? 'document' : 'query' }),
    ...(dimensions !== undefined && { output_dimension: dimensions }),
  }),
};
