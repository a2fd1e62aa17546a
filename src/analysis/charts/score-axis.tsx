import type { ScaleLinear } from 'd3-scale';
import type { Palette } from './palette.js';

/** Lines and numbers of a scale of scores, times 100. */
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
    {scale.ticks(6).map((tick) => (
      <g key={tick}>
        <line x1={left} x2={right} y1={scale(tick)} y2={scale(tick)} stroke={palette.line} />
        <text x={left - 8} y={scale(tick) + 4} textAnchor="end" fontSize={12} fill={palette.muted}>
          {Math.round(tick * 100)}
        </text>
      </g>
    ))}
    <text x={0} y={12} fontSize={12} fill={palette.muted}>
      {title}
    </text>
  </g>
);
