import type { AgreementRow, SetsComparison } from '../../analysis/comparison/index.js';
import { own } from '../../core/index.js';
import type { Estimate } from '../../evaluation/statistics/index.js';
import type { Column } from '../../platform/tables/index.js';
import { chance, points } from '../comparison-text.js';
import { percent } from '../format.js';

const columnsOf =
  <T>(rows: readonly T[]) =>
  (heading: string, cell: (row: T) => string, align: Column['align'] = 'right'): Column => ({
    heading,
    align,
    cells: rows.map(cell),
  });

const correlation = (estimate: Estimate | undefined): string => estimate?.value.toFixed(3) ?? '–';
const range = (estimate: Estimate | undefined, digits: (value: number) => string): string =>
  estimate ? `${digits(estimate.interval.low)} – ${digits(estimate.interval.high)}` : '';
const three = (value: number): string => value.toFixed(3);

/** How far the sets agree, over the mean of tasks and task by task. */
export const agreementColumns = ({ measure, rows }: SetsComparison): readonly Column[] => {
  const column = columnsOf(rows);
  return [
    column(measure, ({ over }) => over, 'left'),
    column('rho', ({ spearman }) => correlation(spearman)),
    column('95 % interval', ({ spearman }) => range(spearman, three)),
    column('tau-b', ({ kendall }) => correlation(kendall)),
    column('95 % interval', ({ kendall }) => range(kendall, three)),
    column('swaps', ({ swaps, pairs }) => `${swaps.length}/${pairs}`),
    column(
      'significant',
      ({ swaps }) => `${swaps.filter(({ significant }) => significant !== 'neither').length}`,
    ),
    column('shift', ({ shift }) => points(shift.value)),
    column('95 % interval', ({ shift }) => range(shift, points)),
  ];
};

/** What each system scores in both sets, and its shift by task. */
export const shiftColumns = (
  { measure, rows }: SetsComparison,
  names: Readonly<Record<string, string>>,
): readonly Column[] => {
  const [overall, ...tasks] = rows;
  const order = overall!.systems.map((_, i) => i).sort((i, j) => at(overall!, j).full - at(overall!, i).full);
  const column = columnsOf(order);
  return [
    column(`${measure}, ${overall!.over}`, (i) => at(overall!, i).system, 'left'),
    column('full', (i) => percent(at(overall!, i).full)),
    column('nano', (i) => percent(at(overall!, i).nano)),
    column('rank', (i) => `${rank(overall!, 'full', i)} → ${rank(overall!, 'nano', i)}`),
    column('shift', (i) => points(at(overall!, i).shift.value)),
    column('95 % interval', (i) => range(at(overall!, i).shift, points)),
    ...tasks.map((row) => column(own(names, row.over) ?? row.over, (i) => points(at(row, i).shift.value))),
  ];
};

const at = ({ systems }: AgreementRow, i: number) => systems[i]!;

/** Systems that score the same share the better rank. */
const rank = ({ systems }: AgreementRow, set: 'full' | 'nano', i: number): number =>
  1 + systems.filter((system) => system[set] > systems[i]![set]).length;

const SAID = { both: 'in both', full: 'in full', nano: 'in nano', neither: 'no' } as const;

/** The pairs that are in another order. */
export const swapColumns = ({ swaps }: AgreementRow): readonly Column[] => {
  const column = columnsOf(swaps);
  return [
    column('ahead in full', ({ ahead }) => ahead, 'left'),
    column('ahead in nano', ({ behind }) => behind, 'left'),
    column('full', ({ full }) => points(full.difference)),
    column('p', ({ full }) => chance(full.p)),
    column('Holm', ({ full }) => chance(full.pHolm)),
    column('nano', ({ nano }) => points(nano.difference)),
    column('p', ({ nano }) => chance(nano.p)),
    column('Holm', ({ nano }) => chance(nano.pHolm)),
    column('significant', ({ significant }) => SAID[significant], 'left'),
  ];
};
