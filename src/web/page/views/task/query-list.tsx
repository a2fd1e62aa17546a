import { format } from '../../../../platform/tables/index.js';
import type { QueryDifficulty, TaskPage } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Choice } from '../../parts/choice.js';
import { Select } from '../../parts/select.js';
import { Section } from '../../parts/texts.js';
import { type QueryListState, SHOWS, SORTS, shownQueries } from './shown-queries.js';

/** From here on, queries are drawn when they come into sight. */
const MANY = 200;

type QueryListProps = { page: TaskPage; board: string; state: QueryListState };

/** Every query of a task, hardest first; each leads to why it came out as it did. */
export const QueryList = ({ page, board, state }: QueryListProps) => {
  const shown = shownQueries(page.difficulty, state);
  const all = page.difficulty.length;
  return (
    <Section
      id="queries"
      title="Its queries"
      small={
        shown.length === all ? format.count(all) : `${format.count(shown.length)} of ${format.count(all)}`
      }
    >
      <div className="list-tools no-print">
        <input
          type="search"
          aria-label="Filter queries"
          placeholder="Filter queries"
          value={state.text}
          onChange={({ target }) => changeState({ text: target.value }, true)}
        />
        <Choice
          label="Which queries"
          chosen={[state.show]}
          options={Object.entries(SHOWS)}
          choose={(name) => changeState({ show: name === 'all' ? undefined : name }, true)}
        />
        <label>
          Sort{' '}
          <Select
            value={state.sort}
            options={Object.entries(SORTS).map(([name, { text }]) => [name, text])}
            choose={(sort) => changeState({ sort }, true)}
          />
        </label>
      </div>
      {shown.length === 0 && <p className="note">No query is like that.</p>}
      <ol className={shown.length > MANY ? 'queries many' : 'queries'}>
        {shown.map((each) => (
          <Entry key={each.query} of={each} {...{ page, board }} />
        ))}
      </ol>
    </Section>
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
