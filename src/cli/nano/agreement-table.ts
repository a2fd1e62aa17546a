import type { AgreementRow, SetsComparison } from '../../analysis/comparison/index.js';
import { own } from '../../core/index.js';
import type { Estimate } from '../../evaluation/statistics/index.js';
import { type ShownTable, type TableColumn, table } from '../../platform/tables/index.js';
import { chance, points } from '../comparison-text.js';
import { percent } from '../format.js';

const correlation = (estimate: Estimate | undefined): string => estimate?.value.toFixed(3) ?? '–';
const range = (estimate: Estimate | undefined, digits: (value: number) => string): string =>
  estimate ? `${digits(estimate.interval.low)} – ${digits(estimate.interval.high)}` : '';
const three = (value: number): string => value.toFixed(3);

/** How far the sets agree, over the mean of tasks and task by task. */
export const agreementTable = ({ measure, rows }: SetsComparison): ShownTable =>
  table(rows, [
    [measure, ({ over }) => over, 'left'],
    ['rho', ({ spearman }) => correlation(spearman)],
    ['95 % interval', ({ spearman }) => range(spearman, three)],
    ['tau-b', ({ kendall }) => correlation(kendall)],
    ['95 % interval', ({ kendall }) => range(kendall, three)],
    ['swaps', ({ swaps, pairs }) => `${swaps.length}/${pairs}`],
    ['significant', ({ swaps }) => swaps.filter(({ significant }) => significant !== 'neither').length],
    ['shift', ({ shift }) => points(shift.value)],
    ['95 % interval', ({ shift }) => range(shift, points)],
  ]);

/** What each system scores in both sets, and its shift by task. */
export const shiftTable = (
  { measure, rows }: SetsComparison,
  names: Readonly<Record<string, string>>,
): ShownTable => {
  const [overall, ...tasks] = rows;
  const order = overall!.systems.map((_, i) => i).sort((i, j) => at(overall!, j).full - at(overall!, i).full);
  return table(order, [
    [`${measure}, ${overall!.over}`, (i) => at(overall!, i).system, 'left'],
    ['full', (i) => percent(at(overall!, i).full)],
    ['nano', (i) => percent(at(overall!, i).nano)],
    ['rank', (i) => `${rank(overall!, 'full', i)} → ${rank(overall!, 'nano', i)}`],
    ['shift', (i) => points(at(overall!, i).shift.value)],
    ['95 % interval', (i) => range(at(overall!, i).shift, points)],
    ...tasks.map(
      (row): TableColumn<number> => [own(names, row.over) ?? row.over, (i) => points(at(row, i).shift.value)],
    ),
  ]);
};

const at = ({ systems }: AgreementRow, i: number) => systems[i]!;

/** Systems that score the same share the better rank. */
const rank = ({ systems }: AgreementRow, set: 'full' | 'nano', i: number): number =>
  1 + systems.filter((system) => system[set] > systems[i]![set]).length;

const SAID = { both: 'in both', full: 'in full', nano: 'in nano', neither: 'no' } as const;

/** The pairs that are in another order. */
export const swapTable = ({ swaps }: AgreementRow): ShownTable =>
  table(swaps, [
    ['ahead in full', ({ ahead }) => ahead, 'left'],
    ['ahead in nano', ({ behind }) => behind, 'left'],
    ['full', ({ full }) => points(full.difference)],
    ['p', ({ full }) => chance(full.p)],
    ['Holm', ({ full }) => chance(full.pHolm)],
    ['nano', ({ nano }) => points(nano.difference)],
    ['p', ({ nano }) => chance(nano.p)],
    ['Holm', ({ nano }) => chance(nano.pHolm)],
    ['significant', ({ significant }) => SAID[significant], 'left'],
  ]);
