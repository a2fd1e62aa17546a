import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { BoardSlices, LeaderboardRow } from '../../../page-data/index.js';
import { changeState, linkTo, type State } from '../../address.js';
import { Action } from '../../parts/action.js';
import { Choice } from '../../parts/choice.js';
import { Select } from '../../parts/select.js';
import { Section } from '../../parts/texts.js';
import type { PairedQuery } from './pairs.js';
import { Rankings } from './rankings.js';
import type { CompareState } from './view-state.js';

/** How a query is named in the address. */
export const openKey = ({ task, query }: PairedQuery): string => `${task.key}/${query}`;

/** Queries whose scores differ and that the filters leave, the largest difference first. */
export const movedQueries = (
  queries: readonly PairedQuery[],
  { task, moved }: Pick<CompareState, 'task' | 'moved'>,
): readonly PairedQuery[] =>
  queries
    .filter(({ a, b }) => (moved === 'up' ? b > a : moved === 'down' ? b < a : a !== b))
    .filter((query) => !task || query.task.key === task)
    .sort((one, other) => Math.abs(other.b - other.a) - Math.abs(one.b - one.a));

interface MovedProps {
  queries: readonly PairedQuery[];
  sliced: BoardSlices | undefined;
  rows: readonly LeaderboardRow[];
  state: CompareState;
  /** A link to this view with some of its state changed. */
  link: (change: State) => string;
  board: string;
}

/** The queries that moved, each a door to both rankings. */
export const Moved = ({ queries, sliced, rows, state, link, board }: MovedProps) => {
  const tasks = [...new Map(queries.map(({ task }) => [task.key, task])).values()];
  const moved = movedQueries(queries, state);
  const previews = new Map(
    sliced?.tasks.flatMap(({ task, queries: all }) =>
      all.map(({ query, preview }): [string, string] => [`${task}/${query}`, preview]),
    ),
  );
  const shown = moved.slice(0, state.show);
  const queryLink = ({ task, query }: PairedQuery, more: State): string =>
    linkTo('query', [task.key, query], { board, ...more });
  return (
    <Section
      id="moved-title"
      title="Queries that moved most"
      small="open one to see the rankings side by side"
    >
      <div className="tools no-print">
        <Choice
          label="Direction"
          all="All"
          chosen={state.moved ? [state.moved] : []}
          options={[
            ['up', '▲ Better in B'],
            ['down', '▼ Better in A'],
          ]}
          choose={(value) => changeState({ moved: value, open: undefined })}
        />
        {tasks.length > 1 && (
          <Select
            className="action"
            label="Task"
            value={state.task}
            options={[['', 'All tasks'], ...tasks.map(({ key, name }) => [key, name] as const)]}
            choose={(task) => changeState({ task: task || undefined, open: undefined })}
          />
        )}
        <span className="note" role="status">
          {counted(moved.length, 'query', 'queries')}
        </span>
      </div>
      {moved.length === 0 && (
        <p className="note">
          {state.moved || state.task
            ? 'No query passes these filters.'
            : 'Every query has the same score in both.'}
        </p>
      )}
      <ol className="moved">
        {shown.map((query) => {
          const key = openKey(query);
          const isOpen = key === state.open;
          return (
            <li key={key} className={isOpen ? 'open' : undefined}>
              <a
                className="moved-query"
                href={link({ open: isOpen ? undefined : key })}
                aria-expanded={isOpen}
              >
                <b className={query.b > query.a ? 'up' : 'down'}>
                  {query.b > query.a ? '▲' : '▼'} {format.difference(query.b - query.a)}
                </b>
                <span>
                  <bdi className="preview">{previews.get(key) || query.id}</bdi>
                  <small>
                    {query.task.name} · <bdi>{query.id}</bdi> · {format.score(query.a)} →{' '}
                    {format.score(query.b)} · {rankText(query)}
                  </small>
                </span>
              </a>
              {isOpen && (
                <Rankings
                  query={query}
                  rows={rows}
                  documentLink={(system, document) => queryLink(query, { system, open: document })}
                  queryLink={queryLink(query, { system: rows[0]!.key, with: state.b?.key })}
                />
              )}
            </li>
          );
        })}
      </ol>
      {moved.length > shown.length && (
        <Action className="action no-print" onClick={() => changeState({ show: `${state.show + 20}` }, true)}>
          Show {Math.min(20, moved.length - shown.length)} more of {moved.length}
        </Action>
      )}
    </Section>
  );
};

/** Relevant documents named in a line. */
const NAMED = 5;

/** From what ranks to what ranks the relevant documents went. */
const rankText = ({ ranksA, ranksB }: PairedQuery): string => {
  const steps = Object.keys(ranksA)
    .map((id) => ({ from: ranksA[id] ?? null, to: ranksB[id] ?? null }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => weight(other) - weight(one));
  if (steps.length === 0) return 'relevant documents stay at their ranks';
  const named = steps.slice(0, NAMED).map(({ from, to }) => `${from ?? '–'} → ${to ?? '–'}`);
  return `relevant documents ${named.join(', ')}${steps.length > NAMED ? ', …' : ''}`;
};

/** A step among the first ranks matters most. */
const weight = ({ from, to }: { readonly from: number | null; readonly to: number | null }): number =>
  Math.abs((to ? 1 / to : 0) - (from ? 1 / from : 0));
