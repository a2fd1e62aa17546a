import { IntervalMark, screenPalette } from '../../../../analysis/charts/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { TaskPage, TaskScore } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Scroll } from '../../parts/scroll.js';

/** Rows that are shown of each kind before all are asked for. */
const SHOWN = 8;

/** Who wins on a task: own systems with intervals and what a test says, and the best of the published. */
export const Winners = ({
  page,
  all,
  board,
  hasView,
}: {
  page: TaskPage;
  all: boolean;
  board: string;
  hasView: (name: string) => boolean;
}) => {
  const own = page.scores.filter((each) => each.own);
  const published = page.scores.filter((each) => !each.own);
  const shown = new Set(all ? page.scores : [...own.slice(0, SHOWN), ...published.slice(0, SHOWN)]);
  const hidden = page.scores.length - shown.size;
  const most = Math.max(...page.scores.map(({ score, interval }) => interval?.[1] ?? score), 0.01);
  const alike = own.filter(({ likeBest }) => likeBest);
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">
        Who wins <small>{page.measure} × 100</small>
      </h2>
      {own.length > 1 && (
        <p className="note">
          {alike.length > 1
            ? `Of yours, a paired test over ${page.counts.queries} queries does not tell the ${alike.length} systems marked ≈ apart from the best.`
            : 'Of yours, the best differs from every other by a paired test over the queries, corrected for their number.'}
        </p>
      )}
      <Scroll label="Systems on this task">
        <table className="winners">
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col" className="number">
                Score
              </th>
              <th scope="col">
                <span className="visually-hidden">Interval</span>
              </th>
              {own.length > 0 && (
                <th
                  scope="col"
                  className="number"
                  title="Queries on which no other of your systems is better"
                >
                  Best on
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {page.scores
              .filter((each) => shown.has(each))
              .map((each) => (
                <Row
                  key={each.system}
                  score={each}
                  hasOwn={own.length > 0}
                  marked={alike.length > 1 && each.likeBest === true}
                  link={hasView('system') ? linkTo('system', [each.system], { board }) : undefined}
                  most={most}
                />
              ))}
          </tbody>
        </table>
      </Scroll>
      {published.length > 0 && (
        <p className="note">
          Hollow: published without scores of queries, so without an interval. Published scores come from
          other programs and settings.
        </p>
      )}
      {(hidden > 0 || all) && (
        <button
          type="button"
          className="action no-print"
          onClick={() => changeState({ systems: all ? undefined : 'all' }, true)}
        >
          {all ? 'Show the best alone' : `Show all ${page.scores.length}`}
        </button>
      )}
    </section>
  );
};

const Row = ({
  score: { name, own, source, score, interval, bestOn },
  most,
  marked,
  link,
  hasOwn,
}: {
  score: TaskScore;
  most: number;
  /** One of several that no test tells from the best. */
  marked: boolean;
  link: string | undefined;
  hasOwn: boolean;
}) => (
  <tr className={own ? 'own' : undefined}>
    <th scope="row">
      <a href={link}>
        <bdi>{name}</bdi>
      </a>
      <small>{own ? 'Yours' : source}</small>
    </th>
    <td className="number">
      {marked && (
        <span title="the best, or not told from it by a test">
          <span aria-hidden="true">≈ </span>
          <span className="visually-hidden">like the best: </span>
        </span>
      )}
      <b>{format.score(score)}</b>
    </td>
    <td>
      <IntervalMark {...{ score, interval, most }} hollow={!own} palette={screenPalette} />
    </td>
    {hasOwn && <td className="number">{bestOn ?? format.none}</td>}
  </tr>
);
