import type { Palette } from './palette.js';

/** A point that may get a label. */
export interface LabelledPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** Empty for a point that only takes room. */
  readonly text: string;
}

/** Where a label stands. */
export interface PlacedLabel {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const GAP = 9;
const POINT = 5;

/**
 * Places labels next to their points, the first ones first, where they cover neither a point nor another label. One that finds no room is left out:
 * a label that cannot be read says less than none.
 */
export const placeLabels = (
  points: readonly LabelledPoint[],
  {
    width,
    height,
    left: edge = 0,
    size = 12,
  }: { readonly width: number; readonly height: number; readonly left?: number; readonly size?: number },
): readonly PlacedLabel[] => {
  const taken: Box[] = points.map(({ x, y }) => ({
    left: x - POINT,
    right: x + POINT,
    top: y - POINT,
    bottom: y + POINT,
  }));
  const placed: PlacedLabel[] = [];
  for (const { key, text, x, y } of points) {
    if (!text) continue;
    const long = text.length * size * 0.56;
    const candidates: readonly (readonly [PlacedLabel['anchor'], number, number])[] = [
      // Above, so that a line through the points does not run through the words.
      ['start', x + GAP - 4, y - GAP],
      ['end', x - GAP + 4, y - GAP],
      ['middle', x, y - GAP - 2],
      ['middle', x, y + GAP + size],
      ['start', x + GAP, y + 4],
      ['end', x - GAP, y + 4],
    ];
    for (const [anchor, at, base] of candidates) {
      const left = anchor === 'start' ? at : anchor === 'end' ? at - long : at - long / 2;
      const box = { left, right: left + long, top: base - size, bottom: base + 3 };
      const fits = box.left >= edge && box.right <= width && box.top >= 0 && box.bottom <= height;
      if (!fits || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      placed.push({ key, text, x: at, y: base, anchor });
      break;
    }
  }
  return placed;
};

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Labels where they were placed, readable over lines. */
export const LabelTexts = ({ labels, palette }: { labels: readonly PlacedLabel[]; palette: Palette }) =>
  labels.map(({ key, text, x, y, anchor }) => (
    <text
      key={key}
      x={x}
      y={y}
      textAnchor={anchor}
      fontSize={12}
      stroke={palette.ground}
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  ));
