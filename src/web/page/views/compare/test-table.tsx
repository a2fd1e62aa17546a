import type { ComparisonRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import { DataTable } from '../../parts/data-table.js';
import { differences } from '../../parts/interval-chart.js';
import { isSupported } from './answer.js';

/** Every test with its figures, as `r2med compare` prints them. */
export const TestTable = ({ rows, measure }: { rows: readonly ComparisonRow[]; measure: string }) => (
  <DataTable
    label="Tests"
    className="plain tests"
    rows={rows}
    keyOf={({ over }) => over}
    rowClass={(row) => (isSupported(row) ? 'supported' : undefined)}
    columns={[
      [measure, ({ over }) => over],
      ['A', ({ a }) => format.score(a)],
      ['B', ({ b }) => format.score(b)],
      ['B − A', ({ difference }) => format.difference(difference), { className: () => 'difference' }],
      ['95 % interval', ({ queries, interval }) => (queries < 2 ? format.none : differences(interval))],
      ['p', ({ randomisation }) => format.chance(randomisation.p)],
      ['Holm', ({ pHolm }) => (pHolm === undefined ? format.none : format.chance(pHolm))],
      ['t-test', ({ tTest }) => (tTest ? format.chance(tTest.p) : format.none)],
      ['d_z', ({ effectSize }) => effectSize?.toFixed(2).replace('-', '−') ?? format.none],
      ['better / same / worse', ({ wins, ties, losses }) => `${wins} / ${ties} / ${losses}`],
    ]}
  />
);
