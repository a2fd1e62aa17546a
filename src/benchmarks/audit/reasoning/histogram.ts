import type { AuditFigure } from '../../../experiment/record/index.js';

/** Counts of ascending values between edges that suit their unit; a value at the last edge is in the last bin. */
export const histogramOf = (sorted: Float64Array, unit: AuditFigure['unit']): AuditFigure['histogram'] => {
  const edges = edgesFor(unit, sorted[0]!, sorted.at(-1)!);
  const counts = edges.slice(1).map(() => 0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= edges[bin + 1]!) bin++;
    counts[bin]! += 1;
  }
  return { edges, counts };
};

/**
 * Shares and differences of shares have the same edges in every report, so that two can be laid over each other. They are narrow, since
 * overlaps are often below 0.1; a drawing joins them to columns.
 */
const edgesFor = (unit: AuditFigure['unit'], low: number, high: number): readonly number[] => {
  if (unit === 'rank') return powersOfTen(high);
  if (unit === 'share') return equalEdges(0, 1, 50);
  if (unit === 'difference' && low >= -1 && high <= 1) return equalEdges(-1, 1, 100);
  return low < high ? equalEdges(low, high, 10) : [low - 0.5, low + 0.5];
};

const equalEdges = (low: number, high: number, bins: number): readonly number[] =>
  Array.from({ length: bins + 1 }, (_, i) => (i === bins ? high : low + ((high - low) * i) / bins));

const powersOfTen = (high: number): readonly number[] => {
  const edges = [1, 10];
  while (edges.at(-1)! < high) edges.push(edges.at(-1)! * 10);
  return edges;
};
