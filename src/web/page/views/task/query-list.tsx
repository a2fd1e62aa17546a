import { format } from '../../../../platform/tables/index.js';
import type { QueryDifficulty, TaskPage } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { type QueryListState, SHOWS, SORTS, shownQueries } from './shown-queries.js';

/** From here on, queries are drawn when they come into sight. */
const MANY = 200;

/** Every query of a task, hardest first; each leads to why it came out as it did. */
export const QueryList = ({
  page,
  board,
  state,
}: {
  page: TaskPage;
  board: string;
  state: QueryListState;
}) => {
  const shown = shownQueries(page.difficulty, state);
  return (
    <section aria-labelledby="queries">
      <h2 id="queries">
        Its queries{' '}
        <small>
          {shown.length === page.difficulty.length
            ? shown.length
            : `${shown.length} of ${page.difficulty.length}`}
        </small>
      </h2>
      <div className="list-tools no-print">
        <input
          type="search"
          aria-label="Filter queries"
          placeholder="Filter queries"
          value={state.text}
          onChange={({ target }) => changeState({ text: target.value }, true)}
        />
        <fieldset className="choice" aria-label="Which queries">
          {Object.entries(SHOWS).map(([name, text]) => (
            <button
              key={name}
              type="button"
              aria-pressed={state.show === name}
              onClick={() => changeState({ show: name === 'all' ? undefined : name }, true)}
            >
              {text}
            </button>
          ))}
        </fieldset>
        <label>
          Sort{' '}
          <select value={state.sort} onChange={({ target }) => changeState({ sort: target.value }, true)}>
            {Object.entries(SORTS).map(([name, { text }]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      {shown.length === 0 && <p className="note">No query is like that.</p>}
      <ol className={shown.length > MANY ? 'queries many' : 'queries'}>
        {shown.map((each) => (
          <Entry key={each.query} of={each} {...{ page, board }} />
        ))}
      </ol>
    </section>
  );
};

const Entry = ({ of, page, board }: { of: QueryDifficulty; page: TaskPage; board: string }) => {
  const { query, id, preview, words, positives, bodySystem, mean, best, bestSystem, solvedBy, systems } = of;
  const facts = [
    `${positives} relevant`,
    ...(words === undefined ? [] : [`${words} words`]),
    ...(bodySystem === undefined ? [] : [bodySystem]),
    solvedBy === 0 ? 'no system solves it' : `solved by ${solvedBy} of ${systems}`,
  ];
  return (
    <li>
      <a href={linkTo('query', [page.key, query], { board, system: bestSystem })}>
        <span className="query-id">
          <bdi>{id}</bdi>
        </span>
        <span className="query-preview" dir="auto">
          {preview || 'Its text is not on this machine.'}
        </span>
        <span className="query-scores">
          <span className="bar" aria-hidden="true">
            <i className="best" style={{ width: `${best * 100}%` }} />
            <i className="mean" style={{ width: `${mean * 100}%` }} />
          </span>
          <span>
            mean <b>{format.score(mean)}</b>, best <b>{format.score(best)}</b>
          </span>
        </span>
        <small className={solvedBy === 0 ? 'unsolved' : undefined}>
          <bdi>{facts.join(' · ')}</bdi>
        </small>
      </a>
    </li>
  );
};
