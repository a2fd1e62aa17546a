import { z } from 'zod';
import { bearer, InvalidResponse, usedIn } from '../../../../platform/api-client/index.js';
import { vectorOf } from '../vector.js';
import { type Dialect, itemsIn, type ParsedResponse } from './dialect.js';

const Answer = z
  .object({
    data: z.array(z.object({ index: z.number().int().nonnegative().optional(), embedding: z.unknown() })),
  })
  .transform(({ data }) => data);

/**
 * `{ data: [{ index, embedding }], usage }` in any order, as OpenAI, Voyage and Jina answer. Servers that leave `index`
 * out answer in the order of the texts.
 */
const readIndexed = (answer: unknown, texts: number): ParsedResponse => {
  const items = itemsIn(answer, texts, Answer);
  const vectors = new Array<Float32Array | undefined>(texts);
  items.forEach(({ index, embedding }, place) => {
    const at = index ?? place;
    if (at >= texts || vectors[at]) throw new InvalidResponse(`a vector for no text (index ${at})`);
    vectors[at] = vectorOf(embedding);
  });
  return { vectors: vectors as Float32Array[], tokens: usedIn(answer).tokensIn };
};

/** `POST {base}/embeddings`, as OpenAI and those who follow it have it. */
export const indexedEmbeddings = {
  path: () => '/embeddings',
  headers: bearer,
  read: readIndexed,
} satisfies Partial<Dialect>;
