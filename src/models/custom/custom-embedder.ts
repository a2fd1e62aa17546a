import { z } from 'zod';
import { type Embedder, InputError } from '../../core/index.js';

/** How vectors of a model are compared. */
export type Similarity = 'cosine' | 'dot';

/** Most embedders are trained for it, and for vectors of length 1 both are the same. */
export const DEFAULT_SIMILARITY: Similarity = 'cosine';

/** Texts per call: the default of sentence-transformers' `encode`. */
export const DEFAULT_BATCH_SIZE = 32;

/** A custom model, and what it says of itself. */
export interface CustomEmbedder<Vector> extends Embedder<Vector> {
  readonly name: string;
  readonly similarity: Similarity;
  /** Where it is known before the first text. */
  readonly dimensions?: number;
}

/** What a model may say of itself. */
export const About = z.object({
  name: z.string().min(1).optional(),
  version: z.union([z.string(), z.number()]).transform(String).optional(),
  dimensions: z.int().positive().optional(),
  similarity: z.enum(['cosine', 'dot']).optional(),
  batchSize: z.int().positive().optional(),
  /** Seconds that one call may take. */
  timeout: z.number().positive().optional(),
  /** Of a reranker: the score of a document depends on the two texts alone, so it may be cached. */
  pairwise: z.boolean().optional(),
});
export type About = z.infer<typeof About>;

/** A count that someone set. */
export const sizeSetting = (name: string, value: number): number => {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InputError({
    found: `${name} ${value}`,
    expected: 'a whole number above 0',
    fix: `write ${name} 32`,
  });
};
