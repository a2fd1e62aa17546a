import {
  InputError,
  lookup,
  type Ranking,
  ranking,
  type Setting,
  type SettingValues,
  setting,
} from '../../core/index.js';
import { type Fusion, rankIn, sumOf } from './fusion.js';
import { type Normalisation, type Normalise, normalisations } from './normalise.js';

const WEIGHTS: Setting<readonly number[]> = {
  help: 'one weight per system; all alike by default',
  range: 'weights',
  expected: 'numbers from 0, not all of them 0, as 0.3+0.7',
  holds: (value) => Array.isArray(value) && isWeights(value),
  parse: (text) => text.split('+').map((each) => (each.trim() === '' ? Number.NaN : Number(each))),
};

const isWeights = (weights: readonly number[]): boolean =>
  weights.every((weight) => Number.isFinite(weight) && weight >= 0) && weights.some((weight) => weight > 0);

export const WEIGHTED = {
  /** One per ranking; all alike unless given. Only their proportions matter for the order. */
  weights: WEIGHTS,
  /** How scores come onto one scale; min-max, as score fusion is mostly done since Lee (SIGIR 1997). */
  normalise: setting.oneOf(
    Object.keys(normalisations) as Normalisation[],
    'how scores come onto one scale',
    'min-max',
  ),
} as const;

/** Settings of a weighted sum. */
export interface WeightedOptions extends SettingValues<typeof WEIGHTED> {}

/**
 * Weighted sum of normalised scores. A document that a ranking does not hold gets the lowest value of that ranking's
 * scale: 0 for `min-max` and `rank`, the ranking's lowest value for `z` and `none`.
 */
export const weighted = ({ weights, normalise = 'min-max' }: WeightedOptions = {}): Fusion => {
  const scale: Normalise = lookup('normalisation', normalisations, normalise);
  if (weights) mustWeigh(weights);
  return {
    name: 'weighted',
    settings: {
      ...(weights && { weights: weights.join('+') }),
      ...(normalise !== 'min-max' && { normalise }),
    },
    spec: { fusion: 'weighted', weights: weights ?? 'equal', normalise },
    ...(weights && { sources: weights.length }),
    fuse: (rankings, topK = Infinity) => {
      if (weights && weights.length !== rankings.length) throw wrongCount(weights, rankings.length);
      const lists = rankings.map((hits, i) => ({ ...scale(hits), weight: weights?.[i] ?? 1 }));
      const hits = documentsOf(rankings).map((docId) => ({
        docId,
        score: sumOf(lists.map(({ scores, missing, weight }) => weight * (scores.get(docId) ?? missing))),
      }));
      return ranking(hits).slice(0, topK);
    },
    shares: (rankings, docId) =>
      rankings.map((hits, i) => {
        const { scores, missing } = scale(hits);
        const weight = weights?.[i] ?? 1;
        const normalised = scores.get(docId) ?? missing;
        return { value: weight * normalised, details: { weight, normalised } };
      }),
  };
};

/** The sum of min-max scores (Fox and Shaw, TREC-2, with Lee's normalisation). */
export const combSum = (): Fusion => ({
  ...weighted(),
  name: 'combsum',
  settings: {},
  spec: { fusion: 'combsum' },
});

/** CombSUM times the number of rankings that hold the document. */
export const combMnz = (): Fusion => ({
  name: 'combmnz',
  settings: {},
  spec: { fusion: 'combmnz' },
  fuse: (rankings, topK = Infinity) => {
    const holders = rankings.map((hits) => new Set(hits.map(({ docId }) => docId)));
    const hits = weighted()
      .fuse(rankings)
      .map(({ docId, score }) => ({ docId, score: score * holders.filter((ids) => ids.has(docId)).length }));
    return ranking(hits).slice(0, topK);
  },
  shares: (rankings, docId) => {
    const found = rankings.filter((hits) => rankIn(hits, docId)).length;
    return weighted().shares!(rankings, docId).map(({ value, details: { normalised } }) => ({
      value: value * found,
      details: { normalised: normalised!, 'rankings that hold it': found },
    }));
  },
});

const documentsOf = (rankings: readonly Ranking[]) => [
  ...new Set(rankings.flatMap((hits) => hits.map(({ docId }) => docId))),
];

const mustWeigh = (weights: readonly number[]): void => {
  if (!isWeights(weights))
    throw new InputError({
      found: `weights ${weights.join('+')}`,
      expected: WEIGHTS.expected,
      fix: 'write one weight for each system, as 0.3+0.7',
    });
};

const wrongCount = (weights: readonly number[], rankings: number): InputError =>
  new InputError({
    found: `${weights.length} weights for ${rankings} rankings`,
    expected: 'one weight for each',
    fix: 'write one weight for each system, as 0.3+0.7',
  });
