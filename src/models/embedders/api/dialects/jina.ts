import { type Dialect, isDocument } from './dialect.js';
import { indexedEmbeddings } from './indexed-answer.js';

export const jina: Dialect = {
  ...indexedEmbeddings,
  home: 'https://api.jina.ai/v1',
  keyVariables: ['JINA_API_KEY'],
  limits: { texts: 128, tokens: 100_000, bytes: 4_000_000 },
  body: ({ model, texts, role, dimensions, tellRole, serverCuts }) => ({
    model,
    input: texts,
    embedding_type: 'float',
    truncate: serverCuts,
    ...(tellRole && { task: isDocument(role) ? 'retrieval.passage' : 'retrieval.query' }),
    ...(dimensions !== undefined && { dimensions }),
  }),
};
