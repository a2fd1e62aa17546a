import { z } from 'zod';
import { bearer, InvalidResponse, readAs, usedIn } from '../../../../platform/api-client/index.js';
import type { Dialect, ParsedResponse } from './dialect.js';

/** The fields next to a document's score, in responses of every kind. */
export const Place = z.number().int().nonnegative();

/** Entries in any order, sorted into the order of the documents; each must come once. */
export const inOrder = <Entry extends { readonly index: number }>(
  entries: readonly Entry[],
  documents: number,
): readonly Entry[] => {
  if (entries.length !== documents)
    throw new InvalidResponse(`${entries.length} scores for ${documents} documents`);
  const ordered = new Array<Entry | undefined>(documents);
  for (const entry of entries) {
    if (entry.index >= documents) throw new InvalidResponse(`a score for no document (index ${entry.index})`);
    if (ordered[entry.index]) throw new InvalidResponse(`two scores for one document (index ${entry.index})`);
    ordered[entry.index] = entry;
  }
  return ordered as Entry[];
};

/** Rankings compare scores as 32-bit floats, so that one beyond them is not a score. */
export const properScore = (score: unknown): number => {
  if (typeof score === 'number' && Number.isFinite(Math.fround(score))) return score;
  throw new InvalidResponse(
    typeof score === 'number' ? `a score of ${score}` : 'a score that is not a number',
  );
};

/** `[{ index, <score> }]`, alone or in a field, best first or in any other order. */
export const readIndexed = (
  answer: unknown,
  documents: number,
  { list, score }: { readonly list?: string; readonly score: string },
): ParsedResponse => {
  const Entries = z.array(z.looseObject({ index: Place }));
  const without = 'an answer without scores';
  const entries =
    list === undefined
      ? readAs(Entries, answer, without)
      : (readAs(z.looseObject({ [list]: Entries }), answer, without)[list] as z.infer<typeof Entries>);
  return {
    scores: inOrder(entries, documents).map((entry) => properScore(entry[score])),
    tokens: usedIn(answer).tokensIn,
  };
};

/** `POST {base}/rerank`, as Jina and those who follow it have it; the field that holds the scores differs. */
export const rerankRoute = (list: string) =>
  ({
    url: (endpoint) => `${endpoint}/rerank`,
    headers: bearer,
    read: (answer, { documents }) =>
      readIndexed(answer, documents.length, { list, score: 'relevance_score' }),
  }) satisfies Partial<Dialect>;
