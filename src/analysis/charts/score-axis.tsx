import type { ScaleLinear } from 'd3-scale';
import { Level } from './marks.js';
import type { Palette } from './palette.js';

interface ScoreTicksProps {
  scale: ScaleLinear<number, number>;
  count: number;
  left: number;
  right: number;
  gap?: number;
  palette: Palette;
}

/** Lines and numbers of a scale of scores, times 100. */
export const ScoreTicks = ({ scale, count, left, right, gap = 8, palette }: ScoreTicksProps) =>
  scale.ticks(count).map((tick) => (
    <g key={tick}>
      <Level x={[left, right]} y={scale(tick)} stroke={palette.line} />
      <text x={left - gap} y={scale(tick) + 4} textAnchor="end" fontSize={12} fill={palette.muted}>
        {Math.round(tick * 100)}
      </text>
    </g>
  ));

interface ScoreAxisProps {
  scale: ScaleLinear<number, number>;
  left: number;
  right: number;
  palette: Palette;
  title: string;
}

/** The same with what is measured. */
export const ScoreAxis = ({ scale, left, right, palette, title }: ScoreAxisProps) => (
  <g>
    <ScoreTicks scale={scale} count={6} left={left} right={right} palette={palette} />
    <text x={0} y={12} fontSize={12} fill={palette.muted}>
      {title}
    </text>
  </g>
);
