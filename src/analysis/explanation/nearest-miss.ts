import { defined, type ExplainedScore, type ScorePart } from '../../core/index.js';
import type { NearestMiss, PartDifference } from '../../experiment/record/index.js';

/** A document of a ranking, or the best relevant one. */
export interface Contender {
  readonly docId: string;
  readonly rank: number | null;
  readonly score: number | null;
  readonly explained: Pick<ExplainedScore, 'kind' | 'score' | 'parts'> | undefined;
}

type Beaten = Omit<NearestMiss, 'gold' | 'first'>;

/** What beat the best relevant document: the one right before it, and the first of all. `hits` are in order. */
export const nearestMiss = (
  gold: Contender | undefined,
  hits: readonly (Contender & { readonly rank: number; readonly score: number })[],
): NearestMiss | null => {
  const before = gold?.rank === null ? hits.at(-1) : hits.find(({ rank }) => rank + 1 === gold?.rank);
  if (!gold || !before) return null;
  const first = hits[0]!;
  return {
    gold: { docId: gold.docId, rank: gold.rank, score: gold.score },
    ...beatenBy(before, gold),
    ...(first.docId !== before.docId && { first: beatenBy(first, gold) }),
  };
};

const beatenBy = (
  { docId, rank, score, explained }: Contender & { readonly rank: number; readonly score: number },
  gold: Contender,
): Beaten => {
  const own = gold.score ?? gold.explained?.score;
  return {
    docId,
    rank,
    score,
    margin: own === undefined ? null : score - own,
    differences:
      explained && gold.explained?.kind === explained.kind
        ? differences(explained.parts, gold.explained.parts)
        : [],
  };
};

/** Parts of both by name, what helped the other document most first. */
const differences = (parts: readonly ScorePart[], gold: readonly ScorePart[]): readonly PartDifference[] => {
  const found = new Map<string, { value: number; gold: number; word?: string }>();
  const entry = ({ name, word }: ScorePart) => {
    const own = found.get(name) ?? { value: 0, gold: 0, ...defined({ word }) };
    found.set(name, own);
    return own;
  };
  for (const part of parts) entry(part).value += part.value;
  for (const part of gold) entry(part).gold += part.value;
  return [...found]
    .map(([name, values]) => ({ name, ...values }))
    .sort((a, b) => b.value - b.gold - (a.value - a.gold));
};
