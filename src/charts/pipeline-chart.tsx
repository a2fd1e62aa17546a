import type { PipelineStage } from '../page-data/index.js';
import { Chart } from './chart.js';
import { fitted } from './fitted.js';
import type { Palette } from './palette.js';

const WIDE = 176;
const HIGH = 54;
const GAP = 46;
const ROW = 70;
const END = 62;

interface Placed {
  readonly stage: PipelineStage;
  readonly x: number;
  readonly y: number;
  readonly inputs: readonly Placed[];
}

const depthOf = ({ inputs }: PipelineStage): number => 1 + Math.max(0, ...inputs.map(depthOf));

/** The last stage is rightmost; each stage that begins a branch has a row of its own, the others stand between what feeds them. */
const placeStages = (root: PipelineStage): { readonly root: Placed; readonly rows: number } => {
  const depth = depthOf(root);
  let rows = 0;
  const place = (stage: PipelineStage, distance: number): Placed => {
    const inputs = stage.inputs.map((input) => place(input, distance + 1));
    const y =
      inputs.length === 0
        ? rows++ * ROW + ROW / 2
        : inputs.reduce((sum, input) => sum + input.y, 0) / inputs.length;
    return { stage, x: END + GAP + (depth - 1 - distance) * (WIDE + GAP), y, inputs };
  };
  return { root: place(root, 0), rows };
};

const allOf = (placed: Placed): readonly Placed[] => [placed, ...placed.inputs.flatMap(allOf)];

const ROLES: Readonly<Record<PipelineStage['role'], string>> = {
  rewriter: 'writes text for the query',
  retriever: 'searches the corpus',
  fusion: 'fuses rankings',
  reranker: 'reranks',
  cutoff: 'cuts the ranking',
  stage: 'stage',
};

/** A system as a flow from the query to the ranking, each stage a box that says what it does. */
export const PipelineChart = ({
  pipeline,
  label,
  palette,
}: {
  pipeline: PipelineStage;
  label: string;
  palette: Palette;
}) => {
  const { root, rows } = placeStages(pipeline);
  const height = rows * ROW;
  const width = root.x + WIDE + GAP + END;
  const middle = height / 2;
  const stages = allOf(root);
  return (
    <Chart width={width} height={height} label={label} palette={palette}>
      {stages
        .filter(({ inputs }) => inputs.length === 0)
        .map(({ x, y }) => (
          <Arrow key={`${x} ${y}`} from={[END, middle]} to={[x, y]} palette={palette} />
        ))}
      {stages.flatMap(({ x, y, inputs }) =>
        inputs.map((input) => (
          <Arrow
            key={`${input.x} ${input.y}`}
            from={[input.x + WIDE, input.y]}
            to={[x, y]}
            palette={palette}
          />
        )),
      )}
      <Arrow from={[root.x + WIDE, root.y]} to={[width - END, middle]} palette={palette} />
      <End x={0} y={middle} text="query" palette={palette} />
      <End x={width - END} y={middle} text="ranking" palette={palette} />
      {stages.map((placed) => (
        <Box key={`${placed.x} ${placed.y}`} {...placed} palette={palette} />
      ))}
    </Chart>
  );
};

const Arrow = ({
  from: [x1, y1],
  to: [x2, y2],
  palette,
}: {
  from: readonly [number, number];
  to: readonly [number, number];
  palette: Palette;
}) => {
  const bend = (x2 - x1) * 0.5;
  return (
    <g stroke={palette.muted} strokeWidth={1.5} fill="none">
      <path d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 3} ${y2}`} />
      <path d={`M${x2 - 9} ${y2 - 5}L${x2 - 2} ${y2}L${x2 - 9} ${y2 + 5}`} />
    </g>
  );
};

const End = ({ x, y, text, palette }: { x: number; y: number; text: string; palette: Palette }) => (
  <g>
    <rect x={x + 1} y={y - 14} width={END - 2} height={28} rx={14} fill="none" stroke={palette.line} />
    <text x={x + END / 2} y={y + 4} textAnchor="middle" fontSize={12} fill={palette.muted}>
      {text}
    </text>
  </g>
);

const Box = ({ stage: { role, name }, x, y, palette }: Placed & { palette: Palette }) => {
  const colours: Partial<Record<PipelineStage['role'], string>> = {
    rewriter: palette.kinds.generated,
    retriever: palette.kinds.retriever,
    reranker: palette.kinds.reranked,
  };
  const colour = colours[role] ?? palette.muted;
  return (
    <g>
      <title>{`${name}: ${ROLES[role]}`}</title>
      <rect
        x={x}
        y={y - HIGH / 2}
        width={WIDE}
        height={HIGH}
        rx={6}
        fill={palette.ground}
        stroke={palette.line}
      />
      <rect x={x} y={y - HIGH / 2} width={4} height={HIGH} rx={2} fill={colour} />
      <text x={x + 14} y={y - 6} fontSize={11} fill={palette.muted}>
        {ROLES[role]}
      </text>
      <text x={x + 14} y={y + 14} fontWeight={600}>
        {fitted(name, WIDE - 22)}
      </text>
    </g>
  );
};
