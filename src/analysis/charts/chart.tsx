import type { ReactNode } from 'react';
import type { Palette } from './palette.js';

/** What every chart takes. */
export interface ChartProps {
  /** Says what it shows to those who cannot see it. */
  label: string;
  palette: Palette;
}

/** The frame of every chart: a drawing of a fixed size in units, scaled to its place, with a sentence for those who cannot see it. */
export const Chart = ({
  width,
  height,
  label,
  palette,
  links = false,
  children,
}: ChartProps & {
  width: number;
  height: number;
  /** Whether parts of it are links: then it is no picture but a group of them. */
  links?: boolean;
  children: ReactNode;
}) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    role={links ? 'group' : 'img'}
    aria-label={label}
    fontFamily={palette.font}
    fontSize={13}
    fill={palette.text}
  >
    <title>{label}</title>
    {children}
  </svg>
);
