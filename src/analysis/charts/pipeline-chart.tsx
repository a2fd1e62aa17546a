import { Chart, type ChartProps } from './chart.js';
import { fitted } from './fitted.js';
import type { Palette } from './palette.js';

/** A stage of a pipeline, as drawn: what it is, with what settings, and what feeds it. */
export interface PipelineStage {
  readonly role: 'rewriter' | 'expansion' | 'retriever' | 'fusion' | 'reranker' | 'cutoff' | 'stage';
  readonly name: string;
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** Stages whose output it reads; of a fusion several. */
  readonly inputs: readonly PipelineStage[];
}

const WIDE = 176;
const HIGH = 54;
const GAP = 46;
const ROW = 70;
const END = 62;

interface Placed {
  readonly key: string;
  readonly stage: PipelineStage;
  readonly x: number;
  readonly y: number;
}

const keyOf = (stage: PipelineStage): string => JSON.stringify(stage);

const depthOf = ({ inputs }: PipelineStage): number => 1 + Math.max(0, ...inputs.map(depthOf));

const rowsOf = ({ inputs }: PipelineStage): number =>
  inputs.length === 0 ? 1 : inputs.reduce((sum, input) => sum + rowsOf(input), 0);

/**
 * Where each stage stands: right of all that feeds it, in the middle of their rows. Equal stages with equal inputs are one box, since what is before
 * a fusion feeds each of its sources.
 */
const placeStages = (root: PipelineStage): ReadonlyMap<string, Placed> => {
  const found = new Map<string, { stage: PipelineStage; ys: number[] }>();
  const place = (stage: PipelineStage, top: number): void => {
    const known = found.get(keyOf(stage)) ?? { stage, ys: [] };
    known.ys.push(top + (rowsOf(stage) * ROW) / 2);
    found.set(keyOf(stage), known);
    let below = top;
    for (const input of stage.inputs) {
      place(input, below);
      below += rowsOf(input) * ROW;
    }
  };
  place(root, 0);
  return new Map(
    Array.from(found, ([key, { stage, ys }]) => [
      key,
      {
        key,
        stage,
        x: END + GAP + (depthOf(stage) - 1) * (WIDE + GAP),
        y: ys.reduce((sum, y) => sum + y, 0) / ys.length,
      },
    ]),
  );
};

const ROLES: Readonly<Record<PipelineStage['role'], string>> = {
  rewriter: 'writes text for the query',
  expansion: 'expands the query',
  retriever: 'searches the corpus',
  fusion: 'fuses rankings',
  reranker: 'reranks',
  cutoff: 'cuts the ranking',
  stage: 'stage',
};

/** A system as a flow from the query to the ranking, each stage a box that says what it does. */
export const PipelineChart = ({ pipeline, label, palette }: ChartProps & { pipeline: PipelineStage }) => {
  const placed = placeStages(pipeline);
  const stages = [...placed.values()];
  const last = placed.get(keyOf(pipeline))!;
  const height = rowsOf(pipeline) * ROW;
  const width = last.x + WIDE + GAP + END;
  const middle = height / 2;
  return (
    <Chart width={width} height={height} label={label} palette={palette}>
      {stages.flatMap(({ key, stage, x, y }) =>
        stage.inputs.length === 0
          ? [<Arrow key={key} from={[END, middle]} to={[x, y]} palette={palette} />]
          : stage.inputs.map((input) => {
              const from = placed.get(keyOf(input))!;
              return (
                <Arrow
                  key={`${from.key} ${key}`}
                  from={[from.x + WIDE, from.y]}
                  to={[x, y]}
                  palette={palette}
                />
              );
            }),
      )}
      <Arrow from={[last.x + WIDE, last.y]} to={[width - END, middle]} palette={palette} />
      <End x={0} y={middle} text="query" palette={palette} />
      <End x={width - END} y={middle} text="ranking" palette={palette} />
      {stages.map(({ key, stage, x, y }) => (
        <Box key={key} stage={stage} x={x} y={y} palette={palette} />
      ))}
    </Chart>
  );
};

type ArrowProps = { from: readonly [number, number]; to: readonly [number, number]; palette: Palette };
const Arrow = ({ from: [x1, y1], to: [x2, y2], palette }: ArrowProps) => {
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

const Box = ({ stage: { role, name }, x, y, palette }: Omit<Placed, 'key'> & { palette: Palette }) => {
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
