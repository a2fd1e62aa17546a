import type { SystemKind } from '../leaderboard/index.js';
import type { Palette } from './palette.js';

/** A point whose shape says the kind of a system as well as its colour does. Hollow: not supported by a test, or not complete. */
export const KindMark = ({
  kind,
  x,
  y,
  size = 5,
  hollow = false,
  palette,
}: {
  kind: SystemKind;
  x: number;
  y: number;
  size?: number;
  hollow?: boolean;
  palette: Palette;
}) => {
  const colour = palette.kinds[kind];
  const look = { fill: hollow ? palette.ground : colour, stroke: colour, strokeWidth: 1.5 };
  if (kind === 'retriever') return <circle cx={x} cy={y} r={size} {...look} />;
  if (kind === 'reranked')
    return <rect x={x - size * 0.9} y={y - size * 0.9} width={size * 1.8} height={size * 1.8} {...look} />;
  const reach = size * 1.25;
  return <path d={`M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`} {...look} />;
};
