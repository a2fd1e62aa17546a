import { type ScaleTime, scaleUtc } from 'd3-scale';
import type { SystemPoint } from './marks.js';
import type { Palette } from './palette.js';

/** A system in a chart over time. */
export interface DatedPoint extends SystemPoint {
  /** ISO date or month. */
  readonly date: string;
}

const MONTH = 30 * 24 * 3600 * 1000;

/** A month counts from its first day. */
export const timeOf = (date: string): number => Date.parse(date.length === 7 ? `${date}-01` : date);

/** Dates of points from left to right, with room at both ends. */
export const timeScale = (
  points: readonly DatedPoint[],
  range: readonly [number, number],
): ScaleTime<number, number> => {
  const times = points.map(({ date }) => timeOf(date));
  return scaleUtc()
    .domain([Math.min(...times) - MONTH, Math.max(...times) + MONTH / 2])
    .range(range);
};

/** Points that were better than all before them, oldest first. */
export const recordsOf = <Point extends DatedPoint>(points: readonly Point[]): readonly Point[] => {
  const sorted = [...points].sort((a, b) => timeOf(a.date) - timeOf(b.date) || b.score - a.score);
  return sorted.filter((point, i) => sorted.slice(0, i).every((earlier) => earlier.score < point.score));
};

/** Months below a chart. */
export const TimeAxis = ({
  scale,
  y,
  palette,
}: {
  scale: ScaleTime<number, number>;
  y: number;
  palette: Palette;
}) =>
  scale.ticks(6).map((tick) => (
    <text key={tick.getTime()} x={scale(tick)} y={y} textAnchor="middle" fontSize={12} fill={palette.muted}>
      {tick.toISOString().slice(0, 7)}
    </text>
  ));
