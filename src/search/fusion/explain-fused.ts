import type {
  DocId,
  Document,
  EarlierExplanation,
  Ranking,
  ScorePart,
  StageExplanation,
  StageScore,
} from '../../core/index.js';
import { type Fusion, rankIn } from './fusion.js';

/** A ranking that was fused: whose it is, what it holds of use to the fusion, and what its stage says of it. */
export interface FusedList {
  readonly name: string;
  readonly hits: Ranking;
  readonly explained: EarlierExplanation | undefined;
}

/** A fused score as the shares of its lists, each with the score it was made from. */
export const explainFused = (
  fusion: Fusion,
  lists: readonly FusedList[],
  documents: readonly Document[],
): StageExplanation => {
  const generated = lists.flatMap(({ explained }) => explained?.generated ?? []);
  const expanded = lists.flatMap(({ explained }) => explained?.expanded ?? []);
  const chosen = lists.flatMap(({ explained }) => explained?.chosen ?? []);
  const missing = [...new Set(lists.flatMap(({ explained }) => explained?.missing ?? []))];
  return {
    scores: fusion.shares
      ? new Map(documents.map(({ id }) => [id, fusedScore(fusion.shares!.bind(fusion), lists, id)]))
      : new Map(),
    ...(generated.length > 0 && { generated }),
    ...(expanded.length > 0 && { expanded }),
    ...(chosen.length > 0 && { chosen }),
    ...(missing.length > 0 && { missing }),
  };
};

const fusedScore = (
  shares: NonNullable<Fusion['shares']>,
  lists: readonly FusedList[],
  docId: DocId,
): StageScore => {
  const found = shares(
    lists.map(({ hits }) => hits),
    docId,
  );
  const parts = lists.map(({ name, hits, explained }, i): ScorePart => {
    const rank = rankIn(hits, docId);
    const place: Readonly<Record<string, number | string>> =
      rank === undefined ? { rank: 'not found' } : { rank, score: hits[rank - 1]!.score };
    const from = explained?.scores.get(docId);
    return {
      name,
      value: found[i]!.value,
      details: { ...place, ...found[i]!.details },
      ...(from && rank !== undefined && { from: { ...from, rank } }),
    };
  });
  return {
    kind: 'lists',
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts: parts.sort((a, b) => b.value - a.value),
  };
};
