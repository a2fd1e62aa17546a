import type { ScaleLinear } from 'd3-scale';
import { Level } from './marks.js';
import type { Palette } from './palette.js';

/** Lines and numbers of a scale of scores, times 100. */
export const ScoreTicks = ({
  scale,
  count,
  left,
  right,
  gap = 8,
  palette,
}: {
  scale: ScaleLinear<number, number>;
  count: number;
  left: number;
  right: number;
  gap?: number;
  palette: Palette;
}) =>
  scale.ticks(count).map((tick) => (
    <g key={tick}>
      <Level x={[left, right]} y={scale(tick)} stroke={palette.line} />
      <text x={left - gap} y={scale(tick) + 4} textAnchor="end" fontSize={12} fill={palette.muted}>
        {Math.round(tick * 100)}
      </text>
    </g>
  ));

/** The same with what is measured. */
export const ScoreAxis = ({
  scale,
  left,
  right,
  palette,
  title,
}: {
  scale: ScaleLinear<number, number>;
  left: number;
  right: number;
  palette: Palette;
  title: string;
}) => (
  <g>
    <ScoreTicks scale={scale} count={6} left={left} right={right} palette={palette} />
    <text x={0} y={12} fontSize={12} fill={palette.muted}>
      {title}
    </text>
  </g>
);
