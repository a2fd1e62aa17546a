import { IntervalMark, screenPalette } from '../../../../analysis/charts/index.js';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { TaskPage, TaskScore } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Action } from '../../parts/action.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Name, Section } from '../../parts/texts.js';

/** Rows that are shown of each kind before all are asked for. */
const SHOWN = 8;

/** Who wins on a task: own systems with intervals and what a test says, and the best of the published. */
export const Winners = ({ page, all, board }: { page: TaskPage; all: boolean; board: string }) => {
  const own = page.scores.filter((each) => each.own);
  const published = page.scores.filter((each) => !each.own);
  const shown = new Set(all ? page.scores : [...own.slice(0, SHOWN), ...published.slice(0, SHOWN)]);
  const hidden = page.scores.length - shown.size;
  const most = Math.max(...page.scores.map(({ score, interval }) => interval?.[1] ?? score), 0.01);
  const alike = own.filter(({ likeBest }) => likeBest === 'alike');
  return (
    <Section id="winners" title="Who wins" small={`${page.measure} × 100`}>
      {own.length > 1 && (
        <p className="note">
          {alike.length > 0
            ? `Of yours, a paired test over ${counted(page.tested, 'query', 'queries')} does not tell the best from the ${counted(alike.length, 'system')} marked ≈.`
            : 'Of yours, the best differs from every other by a paired test over the queries, corrected for their number.'}
        </p>
      )}
      <DataTable
        label="Systems on this task"
        className="winners"
        rows={page.scores.filter((each) => shown.has(each))}
        keyOf={({ system }) => system}
        rowClass={(row) => (row.own ? 'own' : undefined)}
        columns={[
          [
            'System',
            (row) => (
              <>
                <Name href={linkTo('system', [row.system], { board })}>{row.name}</Name>
                <small>{row.own ? 'Yours' : row.source}</small>
              </>
            ),
          ],
          [
            'Score',
            ({ score, likeBest }) => (
              <>
                {likeBest === 'alike' && (
                  <span title="not told from the best by a test">
                    <span aria-hidden="true">≈ </span>
                    <span className="visually-hidden">like the best: </span>
                  </span>
                )}
                <b>{format.score(score)}</b>
              </>
            ),
          ],
          [
            <span key="interval" className="visually-hidden">
              Interval
            </span>,
            ({ score, interval, own: isOwn }) => (
              <IntervalMark {...{ score, interval, most }} hollow={!isOwn} palette={screenPalette} />
            ),
            'text',
          ],
          ...(own.length > 0 ? [BEST_ON] : []),
        ]}
      />
      {published.length > 0 && (
        <p className="note">
          Hollow: published without scores of queries, so without an interval. Published scores come from
          other programs and settings.
        </p>
      )}
      {(hidden > 0 || all) && (
        <Action
          className="action no-print"
          onClick={() => changeState({ systems: all ? undefined : 'all' }, true)}
        >
          {all ? 'Show the best alone' : `Show all ${page.scores.length}`}
        </Action>
      )}
    </Section>
  );
};

const BEST_ON: Column<TaskScore> = [
  'Best on',
  ({ bestOn }) => bestOn ?? format.none,
  { hint: 'Queries on which no other of your systems is better' },
];
