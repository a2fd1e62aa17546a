import type { ResultTableRow } from './tabulate.js';

/** What makes a point good: high numbers of the one kind, low numbers of the other. */
export interface Aims<T> {
  readonly maximise: readonly ((point: T) => number)[];
  readonly minimise: readonly ((point: T) => number)[];
}

/**
 * The points that no other beats, in their order: one point beats another if it is as good in every aim and better in one.
 * Equal points do not beat each other.
 */
export const paretoFront = <T>(points: readonly T[], { maximise, minimise }: Aims<T>): readonly T[] => {
  const heights = points.map((point) => [
    ...maximise.map((aim) => aim(point)),
    ...minimise.map((aim) => -aim(point)),
  ]);
  return points.filter((_, i) => !heights.some((other) => beats(other, heights[i]!)));
};

const beats = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((height, aim) => height >= other[aim]!) && one.some((height, aim) => height > other[aim]!);

const UNKNOWN = Number.POSITIVE_INFINITY;

/** What a front of systems can be taken over, besides quality. What is not known counts as the worst there is. */
export const COSTS = {
  seconds: ({ cost }) => cost.secondsPerQuery ?? UNKNOWN,
  tokens: ({ cost }) => (cost.tokensIn ?? UNKNOWN) + (cost.tokensOut ?? UNKNOWN),
  usd: ({ cost }) => cost.usd ?? UNKNOWN,
  bytes: ({ cost }) => cost.indexBytes ?? UNKNOWN,
} as const satisfies Record<string, (row: ResultTableRow) => number>;

/** The name of a cost. */
export type CostName = keyof typeof COSTS;

/** The systems of a table that no other beats in its mean and these costs together. One without a mean is not compared. */
export const costFront = (
  rows: readonly ResultTableRow[],
  costs: readonly CostName[] = Object.keys(COSTS) as CostName[],
): readonly ResultTableRow[] =>
  paretoFront(
    rows.filter(({ mean }) => mean !== undefined),
    { maximise: [({ mean }) => mean!], minimise: costs.map((name) => COSTS[name]) },
  );
