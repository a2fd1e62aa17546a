import { paretoFront } from './pareto.js';
import type { TableRow } from './tabulate.js';

/** What a front of systems can be taken over, besides quality. What is not known counts as the worst there is. */
export const COSTS = {
  seconds: ({ cost }) => cost.secondsPerQuery,
  tokens: ({ cost }) => cost.tokensIn + cost.tokensOut,
  usd: ({ cost }) => cost.usd,
  bytes: ({ cost }) => cost.indexBytes ?? Number.POSITIVE_INFINITY,
} as const satisfies Record<string, (row: TableRow) => number>;

/** The name of a cost. */
export type CostName = keyof typeof COSTS;

/** The systems of a table that no other beats in its mean and these costs together. One without a mean is not compared. */
export const costFront = (
  rows: readonly TableRow[],
  costs: readonly CostName[] = Object.keys(COSTS) as CostName[],
): readonly TableRow[] =>
  paretoFront(
    rows.filter(({ mean }) => mean !== undefined),
    { maximise: [({ mean }) => mean!], minimise: costs.map((name) => COSTS[name]) },
  );
