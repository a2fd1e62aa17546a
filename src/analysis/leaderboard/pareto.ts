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
