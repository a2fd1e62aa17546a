import type { ReactNode, SVGProps } from 'react';
import { format } from '../../platform/tables/index.js';
import type { SystemKind } from '../leaderboard/index.js';
import type { Palette } from './palette.js';

type LineLook = Omit<SVGProps<SVGLineElement>, 'x' | 'y'>;
type Ends = readonly [number, number];

/** A line straight up. */
export const Upright = ({ x, y, ...look }: { x: number; y: Ends } & LineLook) => (
  <line x1={x} x2={x} y1={y[0]} y2={y[1]} {...look} />
);

/** A level line. */
export const Level = ({ x, y, ...look }: { x: Ends; y: number } & LineLook) => (
  <line x1={x[0]} x2={x[1]} y1={y} y2={y} {...look} />
);

/** A value as a ring, filled with its colour where something supports it. */
export const Dot = ({
  x,
  y,
  r,
  fill,
  stroke,
}: Record<'x' | 'y' | 'r', number> & Record<'fill' | 'stroke', string>) => (
  <circle cx={x} cy={y} r={r} fill={fill} stroke={stroke} strokeWidth={2} />
);

type LinkedProps = { href: string | undefined; tabIndex?: number; children: ReactNode };

/** What leads somewhere is a link. */
export const Linked = ({ href, tabIndex, children }: LinkedProps) =>
  href ? (
    <a href={href} tabIndex={tabIndex}>
      {children}
    </a>
  ) : (
    children
  );

interface KindMarkProps {
  kind: SystemKind;
  x: number;
  y: number;
  size?: number;
  hollow?: boolean;
  palette: Palette;
}

/** A point whose shape says the kind of a system as well as its colour does. Hollow: not supported by a test, or not complete. */
export const KindMark = ({ kind, x, y, size = 5, hollow = false, palette }: KindMarkProps) => {
  const colour = palette.kinds[kind];
  const look = { fill: hollow ? palette.ground : colour, stroke: colour, strokeWidth: 1.5 };
  if (kind === 'retriever') return <circle cx={x} cy={y} r={size} {...look} />;
  if (kind === 'reranked')
    return <rect x={x - size * 0.9} y={y - size * 0.9} width={size * 1.8} height={size * 1.8} {...look} />;
  const reach = size * 1.25;
  return <path d={`M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`} {...look} />;
};

/** A system in a chart of scores. */
export interface SystemPoint {
  readonly key: string;
  readonly name: string;
  readonly kind: SystemKind;
  readonly own: boolean;
  readonly score: number;
  readonly interval?: Ends | undefined;
  readonly href?: string | undefined;
}

/** A system at its score, with its interval; `also` follows the score in its title. */
export const SystemMark = ({
  point: { name, kind, own, score, interval, href },
  also,
  x,
  y,
  opacity,
  tabIndex,
  palette,
}: {
  point: SystemPoint;
  also: string;
  x: number;
  y: (score: number) => number;
  opacity: number;
  /** Not all of many points are walked through by key. */
  tabIndex: number;
  palette: Palette;
}) => (
  <Linked href={href} tabIndex={tabIndex}>
    <g opacity={opacity}>
      <title>{`${name}: ${format.score(score)}, ${also}`}</title>
      {interval && (
        <Upright x={x} y={[y(interval[0]), y(interval[1])]} stroke={palette.kinds[kind]} strokeWidth={1.5} />
      )}
      <KindMark kind={kind} x={x} y={y(score)} size={own ? 6 : 4} hollow={!own} palette={palette} />
    </g>
  </Linked>
);
