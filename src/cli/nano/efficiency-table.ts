import type { Efficiency, EfficiencyRow } from '../../analysis/leaderboard/index.js';
import type { Column } from '../../platform/tables/index.js';
import { chance, points } from '../comparison-text.js';
import { percent } from '../format.js';

/** Quality, size and speed of each form, those of a model together. */
export const efficiencyColumns = ({ measure, rows }: Efficiency): readonly Column[] => {
  const column = (
    heading: string,
    cell: (row: EfficiencyRow) => string,
    align: Column['align'] = 'right',
  ): Column => ({ heading, align, cells: rows.map(cell) });
  return [
    column(`${measure}, mean of tasks`, ({ name }) => name, 'left'),
    column('mean', ({ mean }) => percent(mean)),
    column('change', ({ change }) => (change ? points(change.difference) : '')),
    column('95 % interval', ({ change }) =>
      change ? `${points(change.interval.low)} – ${points(change.interval.high)}` : '',
    ),
    column('p', ({ change }) => (change ? chance(change.p) : '')),
    column('Holm', ({ change }) => (change ? chance(change.pHolm) : '')),
    column('B/document', ({ bytesPerDocument }) => bytesText(bytesPerDocument)),
    column('bytes', ({ bytesShare }) => `${(bytesShare * 100).toFixed(1)} %`),
    column('time', ({ timeShare }) => (timeShare === undefined ? '–' : `${timeShare.toFixed(2)} ×`)),
    column(
      'front',
      ({ front }) => `${front.bytes ? 'b' : ' '}${front.seconds ? 't' : ' '}`.trimEnd(),
      'left',
    ),
  ];
};

const bytesText = (count: number): string =>
  Number.isInteger(count) ? count.toLocaleString('en') : count.toFixed(1);
