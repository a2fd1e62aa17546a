import { byCodePoint, groupBy } from '../../../core/index.js';
import type { ReviewItem } from '../../../experiment/record/index.js';
import { sha256 } from '../../../platform/node/index.js';

/** How much is reviewed. */
export interface Sampling {
  /** Items per step, question and group; all where absent. */
  readonly perGroup?: number;
  readonly seed: number;
  /** Take what the judges disagree about before the rest. Figures of such a sample are not those of the whole. */
  readonly uncertainFirst: boolean;
}

interface Drawable {
  readonly item: ReviewItem;
  readonly uncertain: boolean;
}

/**
 * A sample of every stratum, which is a step with its questions and a group. It depends on the seed and the ids alone: an item that is added moves few others.
 * The order of the rows stays.
 */
export const sampleOf = <Row extends Drawable>(
  rows: readonly Row[],
  { perGroup, seed, uncertainFirst }: Sampling,
): readonly Row[] => {
  if (perGroup === undefined) return rows;
  const place = new Map(rows.map((row) => [row, sha256(`${seed}\n${row.item.id}`)]));
  const first = (row: Row): number => (uncertainFirst && row.uncertain ? 0 : 1);
  const strata = groupBy(rows, ({ item: { step, group = '', questions } }) =>
    JSON.stringify([step, group, questions.map(({ name }) => name)]),
  );
  const drawn = new Set(
    [...strata.values()].flatMap((stratum) =>
      [...stratum]
        .sort((a, b) => first(a) - first(b) || byCodePoint(place.get(a)!, place.get(b)!))
        .slice(0, perGroup),
    ),
  );
  return rows.filter((row) => drawn.has(row));
};
