import { COSTS, type CostName, costFront, type Table, type TableRow } from '../analysis/leaderboard/index.js';
import { InputError, lookup } from '../core/index.js';
import { type Column, textTable } from '../platform/tables/index.js';
import { bytes } from './format.js';
import { meanCell } from './leaderboard-table.js';

/** What `--cost` names: all costs, or those of a list such as `seconds,usd`. */
export const costNames = (text: string | true): readonly CostName[] => {
  if (text === true) return Object.keys(COSTS) as CostName[];
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) lookup('cost', COSTS, name);
  if (new Set(names).size < names.length)
    throw new InputError({ found: `--cost ${text}`, expected: 'every cost once' });
  return names as CostName[];
};

/** Quality with its cost, and which systems no other beats in both. */
export const costText = (
  { measure, rows }: Table,
  width: number,
  costs: readonly CostName[] = costNames(true),
): string => {
  const front = new Set(costFront(rows, costs));
  const column = (heading: string, cell: (row: TableRow) => string): Column => ({
    heading,
    align: 'right',
    cells: rows.map(cell),
  });
  return textTable(
    [
      { heading: measure, align: 'left', cells: rows.map(({ name }) => name) },
      column('mean of tasks', meanCell),
      column('front', (row) => (front.has(row) ? '*' : '')),
      column('s/query', ({ cost }) => seconds(cost.secondsPerQuery)),
      column('s to open', ({ cost }) => seconds(cost.openSeconds)),
      column('tokens in', ({ cost }) => cost.tokensIn.toLocaleString('en')),
      column('tokens out', ({ cost }) => cost.tokensOut.toLocaleString('en')),
      column('USD', ({ cost }) => (cost.usd === 0 ? '0' : cost.usd.toFixed(4))),
      column('index', ({ cost }) => (cost.indexBytes === undefined ? '–' : bytes(cost.indexBytes))),
    ],
    width,
  );
};

/** Three digits that matter, also where a query takes microseconds. */
const seconds = (value: number): string => (value < 0.001 ? value.toFixed(6) : value.toPrecision(3));
