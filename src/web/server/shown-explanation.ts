import type { ExplainedScore, ScorePart } from '../../core/index.js';
import type {
  ExplainedHit,
  GoldDocument,
  NearestMiss,
  QueryExplanation,
  SystemExplanation,
} from '../../experiment/record/index.js';
import type { ShownExplanation, ShownHit, ShownSystem } from '../page-data/index.js';

/** What the page shows of an explanation: a tenth of its size, since there is one for every query and system. */
export const shownExplanation = ({ systems }: QueryExplanation): ShownExplanation => ({
  systems: systems.map(shownSystem),
});

const shownSystem = ({ scores: _, hits, gold, nearestMiss, ...system }: SystemExplanation): ShownSystem => ({
  ...system,
  gold: gold.map(shownGold),
  hits: hits.map(shownHit),
  nearestMiss: nearestMiss && {
    ...shownMiss(nearestMiss),
    gold: { ...nearestMiss.gold, score: roundedOr(nearestMiss.gold.score) },
    ...(nearestMiss.first && { first: shownMiss(nearestMiss.first) }),
  },
});

const shownHit = ({ matches: _, ...hit }: ExplainedHit): ShownHit => ({
  ...hit,
  ...shownScore(hit),
  rank: hit.rank,
});

const shownGold = ({ explained, ...gold }: GoldDocument): GoldDocument => ({
  ...gold,
  score: roundedOr(gold.score),
  ...(explained && { explained: shownScore(explained) }),
});

/** Parts that are named of what made a difference. */
const NAMED = 4;

const shownMiss = <Miss extends Omit<NearestMiss, 'gold' | 'first'>>(miss: Miss): Miss => ({
  ...miss,
  score: rounded(miss.score),
  margin: roundedOr(miss.margin),
  differences: miss.differences
    .filter(({ value, gold }) => value > gold)
    .slice(0, NAMED)
    .map((each) => ({ ...each, value: rounded(each.value), gold: rounded(each.gold) })),
});

const shownScore = ({ kind, rank, parts, sentences, ...given }: ExplainedScore): ExplainedScore => {
  const score = rounded(given.score);
  return {
    kind,
    rank,
    score,
    parts: summing(parts.map(shownPart), score, given.score),
    ...(sentences && { sentences: sentences.map((each) => ({ ...each, score: rounded(each.score) })) }),
  };
};

const shownPart = (part: ScorePart): ScorePart => ({
  ...part,
  value: rounded(part.value),
  ...(part.details && {
    details: Object.fromEntries(
      Object.entries(part.details).map(([name, value]) => [
        name,
        typeof value === 'number' ? rounded(value) : value,
      ]),
    ),
  }),
  ...(part.from && { from: shownScore(part.from) }),
});

/** The largest part takes what rounding left over. Parts that are not a sum to begin with stay as they are. */
const summing = (parts: readonly ScorePart[], score: number, exact: number): readonly ScorePart[] => {
  const [largest, ...others] = parts;
  if (!largest) return parts;
  const value = Number((score - others.reduce((sum, part) => sum + part.value, 0)).toFixed(MOST));
  const isRounding = Math.abs(value - largest.value) < 0.001 * Math.max(1, Math.abs(exact));
  return isRounding ? [{ ...largest, value }, ...others] : parts;
};

/** Decimals of small numbers. */
const MOST = 5;

/** One decimal more than the page shows. */
const rounded = (value: number): number => {
  const size = Math.abs(value);
  return Number(value.toFixed(size >= 10 ? 3 : size >= 1 ? 4 : MOST));
};

const roundedOr = (value: number | null): number | null => (value === null ? null : rounded(value));
