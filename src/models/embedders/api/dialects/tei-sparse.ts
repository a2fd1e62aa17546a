import { z } from 'zod';
import type { SparseVector } from '../../../../core/index.js';
import { bearer, InvalidResponse } from '../../../../platform/api-client/index.js';
import { type Dialect, itemsIn } from './dialect.js';

const Answer = z.array(z.array(z.object({ index: z.int().nonnegative(), value: z.number() })));

/** `POST {base}/embed_sparse` of Hugging Face's text-embeddings-inference: weights over the vocabulary, as SPLADE gives them. */
export const teiSparse: Dialect<SparseVector> = {
  home: 'http://localhost:8080',
  keyVariables: ['OPENAI_API_KEY'],
  // Its own defaults: 32 texts, 2 MB.
  limits: { texts: 32, tokens: 16_384, bytes: 1_900_000 },
  path: () => '/embed_sparse',
  headers: bearer,
  body: ({ texts, serverCuts }) => ({ inputs: texts, truncate: serverCuts }),
  read: (answer, texts) => ({ vectors: itemsIn(answer, texts, Answer).map(sparseVector) }),
};

const sparseVector = (entries: z.infer<typeof Answer>[number]): SparseVector => {
  const sorted = entries.filter(({ value }) => value !== 0).sort((a, b) => a.index - b.index);
  if (sorted.some(({ index }, i) => index === sorted[i - 1]?.index))
    throw new InvalidResponse('a vector that has an index twice');
  return {
    indices: Int32Array.from(sorted, ({ index }) => index),
    weights: Float32Array.from(sorted, ({ value }) => value),
  };
};
