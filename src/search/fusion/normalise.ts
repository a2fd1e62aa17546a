import { type DocId, InputError, type Ranking } from '../../core/index.js';

/** Scores of one ranking on a scale that can be added to another's, and what a document gets that it does not hold. */
export interface Normalised {
  readonly scores: ReadonlyMap<DocId, number>;
  readonly missing: number;
}

/** A document that a ranking does not hold was found no better than its last: it gets the lowest value of the scale. */
export type Normalise = (hits: Ranking) => Normalised;

/** Scores are 32-bit floats here too, so that hits which the ranking holds for equal stay equal. */
const scoresOf = (hits: Ranking): readonly number[] =>
  hits.map(({ docId, score }) => {
    const value = Math.fround(score);
    // A sum of it would be no number, and its place among others chance.
    if (!Number.isFinite(value))
      throw new InputError({
        found: `the score ${score} of document "${docId}"`,
        expected: 'a number that 32 bits can hold',
        fix: 'fuse by rank: rrf, or weighted with normalise=rank',
      });
    return value;
  });

/** Rankings go from the highest score to the lowest; an empty one adds nothing. */
const lowestOf = (values: readonly number[]): number => values.at(-1) ?? 0;

const zip = (hits: Ranking, values: readonly number[]): ReadonlyMap<DocId, number> =>
  new Map(hits.map(({ docId }, i) => [docId, values[i]!]));

/** The highest score becomes 1 and the lowest 0; equal scores, a single one included, are all highest: 1. Missing: 0. */
const minMax: Normalise = (hits) => {
  const scores = scoresOf(hits);
  const low = lowestOf(scores);
  const range = (scores[0] ?? 0) - low;
  return {
    scores: zip(
      hits,
      scores.map((score) => (range > 0 ? (score - low) / range : 1)),
    ),
    missing: 0,
  };
};

/** Distance from the mean in standard deviations (of these scores, not of a sample); equal scores are all 0. Missing: the lowest. */
const zScore: Normalise = (hits) => {
  const scores = scoresOf(hits);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  const values = scores.map((score) => (spread > 0 ? (score - mean) / spread : 0));
  return { scores: zip(hits, values), missing: lowestOf(values) };
};

/** 1 for the first of n hits, 1/n for the last; scores play no part. Missing: 0. */
const byPlace: Normalise = (hits) => ({
  scores: new Map(hits.map(({ docId }, i) => [docId, (hits.length - i) / hits.length])),
  missing: 0,
});

/** Scores as they are. Missing: the ranking's lowest score. */
const asTheyAre: Normalise = (hits) => {
  const scores = scoresOf(hits);
  return { scores: zip(hits, scores), missing: lowestOf(scores) };
};

export const normalisations = {
  'min-max': minMax,
  z: zScore,
  rank: byPlace,
  none: asTheyAre,
} as const satisfies Record<string, Normalise>;

export type Normalisation = keyof typeof normalisations;
