import type { VectorEfficiency } from '../../analysis/leaderboard/index.js';
import { type ShownTable, table } from '../../platform/tables/index.js';
import { chance, points } from '../comparison-text.js';
import { percent } from '../format.js';

/** Quality, size and speed of each form, those of a model together. */
export const efficiencyTable = ({ measure, rows }: VectorEfficiency): ShownTable =>
  table(rows, [
    [`${measure}, mean of tasks`, ({ name }) => name, 'left'],
    ['mean', ({ mean }) => percent(mean)],
    ['change', ({ change }) => change && points(change.difference)],
    [
      '95 % interval',
      ({ change }) => change && `${points(change.interval.low)} – ${points(change.interval.high)}`,
    ],
    ['p', ({ change }) => change && chance(change.p)],
    ['Holm', ({ change }) => change && chance(change.pHolm)],
    ['B/document', ({ bytesPerDocument }) => bytesText(bytesPerDocument)],
    ['bytes', ({ bytesShare }) => `${(bytesShare * 100).toFixed(1)} %`],
    ['time', ({ timeShare }) => (timeShare === undefined ? '–' : `${timeShare.toFixed(2)} ×`)],
    ['front', ({ front }) => `${front.bytes ? 'b' : ' '}${front.seconds ? 't' : ' '}`.trimEnd(), 'left'],
  ]);

const bytesText = (count: number): string =>
  Number.isInteger(count) ? count.toLocaleString('en') : count.toFixed(1);
