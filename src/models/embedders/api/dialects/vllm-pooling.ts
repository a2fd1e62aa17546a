import { z } from 'zod';
import type { TokenVectors } from '../../../../core/index.js';
import { bearer, InvalidResponse, usedIn } from '../../../../platform/api-client/index.js';
import { vectorOf } from '../vector.js';
import { type Dialect, itemsIn } from './dialect.js';

const Answer = z
  .object({ data: z.array(z.object({ index: z.int().nonnegative(), data: z.array(z.unknown()).min(1) })) })
  .transform(({ data }) => data.toSorted((a, b) => a.index - b.index));

/** `POST {base}/pooling` of vLLM with the task `token_embed`: a vector per token, as late interaction needs them. */
export const vllmPooling: Dialect<TokenVectors> = {
  home: 'http://localhost:8000',
  keyVariables: ['OPENAI_API_KEY'],
  limits: { texts: 32, tokens: 100_000, bytes: 1_900_000 },
  path: () => '/pooling',
  headers: bearer,
  body: ({ model, texts, serverCuts }) => ({
    model,
    input: texts,
    task: 'token_embed',
    encoding_format: 'float',
    ...(serverCuts && { truncate_prompt_tokens: -1 }),
  }),
  read: (answer, texts) => {
    const items = itemsIn(answer, texts, Answer);
    if (items.some(({ index }, i) => index !== i)) throw new InvalidResponse('two answers for one text');
    return { vectors: items.map(({ data }) => tokenVectors(data)), tokens: usedIn(answer).tokensIn };
  },
};

const tokenVectors = (written: readonly unknown[]): TokenVectors => {
  const rows = written.map(vectorOf);
  const dimensions = rows[0]!.length;
  if (rows.some(({ length }) => length !== dimensions))
    throw new InvalidResponse('vectors of different sizes for one text');
  const data = new Float32Array(rows.length * dimensions);
  for (const [i, row] of rows.entries()) data.set(row, i * dimensions);
  return { tokens: rows.length, dimensions, data };
};
