import type { PlacedLabel } from './labels.js';
import type { Palette } from './palette.js';

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
