import { COSTS, type CostName, costFront, type ResultTable } from '../analysis/leaderboard/index.js';
import { byteSize, InputError, lookup } from '../core/index.js';
import { countText, table } from '../platform/tables/index.js';
import { meanCell, SCREEN_ROWS } from './leaderboard-table.js';
import { type LimitFlags, moreLine, shownRows, spareColumns } from './limits.js';

/** What `--cost` names: all costs, or those of a list such as `seconds,usd`. */
export const costNames = (text: string | true): readonly CostName[] => {
  if (text === true) return Object.keys(COSTS) as CostName[];
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) lookup('cost', COSTS, name);
  if (new Set(names).size < names.length)
    throw new InputError({
      found: `--cost ${text}`,
      expected: 'every cost once',
      fix: 'name each cost once',
    });
  return names as CostName[];
};

/** Quality with its cost, and which systems no other beats in both. */
export const costText = (
  { measure, rows }: ResultTable,
  width: number,
  costs: readonly CostName[] = costNames(true),
  limits: LimitFlags = { all: true },
): string => {
  const front = new Set(costFront(rows, costs));
  const most = shownRows(limits, SCREEN_ROWS);
  const shown = table(rows.slice(0, most), [
    [measure, ({ name }) => name, 'left'],
    ['mean of tasks', meanCell],
    ['front', (row) => (front.has(row) ? '*' : '')],
    ['s/query', ({ cost }) => (cost.secondsPerQuery === undefined ? '–' : seconds(cost.secondsPerQuery))],
    ['s to open', ({ cost }) => seconds(cost.openSeconds)],
    ['tokens in', ({ cost }) => countText(cost.tokensIn)],
    ['tokens out', ({ cost }) => countText(cost.tokensOut)],
    ['USD', ({ cost: { usd } }) => (usd ? usd.toFixed(4) : (usd?.toString() ?? '–'))],
    ['index', ({ cost }) => (cost.indexBytes === undefined ? '–' : byteSize(cost.indexBytes))],
  ]);
  return [
    shown.text(width, spareColumns(limits, ['s to open', 'tokens in', 'tokens out', 'index'])),
    ...moreLine(rows.length - most, 'system'),
  ].join('\n');
};

/** Three digits that matter, also where a query takes microseconds. */
const seconds = (value: number): string => (value < 0.001 ? value.toFixed(6) : value.toPrecision(3));
