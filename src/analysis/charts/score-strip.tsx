import { Chart, type ChartProps } from './chart.js';
import { Level, Upright } from './marks.js';

const WIDTH = 300;
const HEIGHT = 26;

/** Scores of all systems on one task as points on a line from 0 to 100: own ones large and filled, published ones small. */
export const ScoreStrip = ({
  scores,
  label,
  palette,
}: ChartProps & { scores: readonly { readonly score: number; readonly own: boolean }[] }) => {
  const x = (score: number): number => 7 + score * (WIDTH - 14);
  return (
    <Chart width={WIDTH} height={HEIGHT} label={label} palette={palette}>
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <Upright key={tick} x={x(tick)} y={[4, HEIGHT - 4]} stroke={palette.line} />
      ))}
      <Level x={[x(0), x(1)]} y={HEIGHT / 2} stroke={palette.line} />
      {scores
        .toSorted((a, b) => Number(a.own) - Number(b.own))
        .map(({ score, own }, i) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no names here
            key={i}
            cx={x(score)}
            cy={HEIGHT / 2}
            r={own ? 5 : 3}
            fill={own ? palette.accent : palette.muted}
            fillOpacity={own ? 0.85 : 0.35}
          />
        ))}
    </Chart>
  );
};
