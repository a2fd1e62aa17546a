import { z } from 'zod';
import type { Hit } from '../../core/index.js';
import { InvalidResponse } from '../../platform/api-client/index.js';
import { type Fate, readRanking } from '../custom/index.js';

/** What a server says in addition to its rankings. */
export interface Said {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

const Answer = z.object({
  rankings: z.array(z.unknown()),
  errors: z.array(z.string().nullable()).optional(),
  name: z.string().min(1).optional(),
  version: z.union([z.string(), z.number()]).transform(String).optional(),
});

/** Reads `{ rankings, errors?, name?, version? }`. One ranking per query, or the whole answer is unusable. */
export const readAnswer = (
  answer: unknown,
  queries: number,
  k: number,
): Said & { readonly fates: readonly Fate<readonly Hit[]>[] } => {
  const { success, data, error } = Answer.safeParse(answer);
  if (!success) {
    const { path, message } = error.issues[0]!;
    throw new InvalidResponse(`no rankings ("${path.join('.')}": ${message})`);
  }
  const { rankings, errors = [], name, version } = data;
  if (rankings.length !== queries)
    throw new InvalidResponse(`${rankings.length} rankings for ${queries} queries`);
  const fates = rankings.map((ranking, i) => {
    const said = errors[i];
    return typeof said === 'string' ? { failed: said || 'no reason given' } : readRanking(ranking, k);
  });
  return { fates, name, version };
};
