import { curveStepAfter, line } from 'd3-shape';

/** A path that keeps its height until the next point, and keeps the last one up to an edge. */
export const steps = (points: readonly (readonly [number, number])[], right: number): string => {
  const [, last] = points.at(-1) ?? [0, 0];
  return line<readonly [number, number]>().curve(curveStepAfter)([...points, [right, last]]) ?? '';
};
