import { Action } from '../../parts/action.js';
import './leaderboard.css';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { meanLine } from '../../../../analysis/leaderboard/index.js';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type Leaderboard, type LeaderboardRow, withMeanOf } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { Kind } from '../../parts/kind.js';
import { useLater } from '../../parts/later.js';
import { RowFacts } from '../../parts/row-facts.js';
import { Facts } from '../../parts/texts.js';
import { useAll, useLeaderboard } from '../../resources.js';
import { Command, Empty, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { columnsOf, shownColumns } from './columns.js';
import { filterRows } from './filter-rows.js';
import { useSortedRows } from './sorted-rows.js';
import { BoardTable } from './table.js';
import { Toolbar } from './toolbar.js';
import { readState, type ViewState } from './view-state.js';

const LeaderboardView = ({ board, address: { state } }: ViewProps) => (
  <Ready of={useLeaderboard(board, state.get('measure'))} what="the leaderboard">
    {(found) => <ChosenTasks table={found} state={readState(state)} />}
  </Ready>
);

interface BoardProps {
  readonly table: Leaderboard;
  readonly state: ViewState;
}

/** With means over the tasks that the reader chose; intervals and ranks follow when the scores of all queries are there. */
const ChosenTasks = ({ table, state }: BoardProps) => {
  const { board, rows } = table;
  const tasks = board.tasks.filter(
    ({ key, name }) => state.tasks.includes(key) || state.tasks.includes(name),
  );
  const own = rows.filter(
    ({ source, running, scores }) =>
      source.group === 'own' && !running && tasks.every(({ name }) => Object.hasOwn(scores, name)),
  );
  const wanted = tasks.length > 0 ? own : [];
  const loaded = useAll(
    wanted.flatMap(({ key }) => tasks.map((task) => addresses.scores(task.key, key))),
  ).value;
  const names = tasks.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the tasks
  const chosen = useMemo(() => (names === '' ? table : withMeanOf(table, tasks)), [table, names]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the tasks
  const compute = useCallback(
    () =>
      names === '' || !loaded || loaded.length < wanted.length * tasks.length
        ? undefined
        : withMeanOf(
            table,
            tasks,
            new Map(
              wanted.map(({ key }, i) => [key, loaded.slice(i * tasks.length, (i + 1) * tasks.length)]),
            ),
          ),
    [table, names, loaded],
  );
  return <Board table={useLater(compute) ?? chosen} state={state} />;
};

const Board = ({ table, state }: BoardProps) => {
  const { board, rows, measure } = table;
  const filtered = useMemo(() => filterRows(rows, state), [rows, state]);
  const columns = useMemo(() => columnsOf(board, rows, state.family), [board, rows, state.family]);
  const chosen = state.columns?.join();
  const shown = useMemo(() => shownColumns(columns, chosen?.split(',')), [columns, chosen]);
  const sorted = useSortedRows(filtered, shown, state);
  const about = rows.find(({ key }) => key === state.about);
  return (
    <>
      <div className="view-head">
        <div>
          <h1>Who finds the evidence?</h1>
          <p className="lead">{leadText(table)}</p>
        </div>
        <Anchors rows={rows} />
      </div>
      {meanNote(table, state) && (
        <p className="note" id="mean-of">
          {meanNote(table, state)}
        </p>
      )}
      <Toolbar table={table} state={state} columns={columns} shown={shown} rows={sorted} />
      {filtered.length === 0 ? (
        <Empty title="No row passes these filters" within>
          <p>The board has {counted(rows.length, 'row')}.</p>
        </Empty>
      ) : (
        <BoardTable table={table} shown={sorted} state={state} columns={shown} />
      )}
      <Below table={table} shown={filtered.length} state={state} />
      {about && <AboutRow key={about.key} row={about} measure={measure.name} />}
    </>
  );
};

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What the means are over, where that is not every task. */
const meanNote = ({ board, meanOf, rows }: Leaderboard, { tasks }: ViewState): string => {
  const own = rows.filter(({ source }) => source.group === 'own').length;
  const line = meanLine(
    { tasks: board.tasks.map(({ name }) => name), meanOf, rows },
    tasks.length > 0 ? '' : ` that ${own === 1 ? 'your system has' : `all ${own} of your systems have`}`,
  );
  return line && `${line}.`;
};

const leadText = ({ board, rows, measure, meanOf }: Leaderboard): string => {
  const own = rows.filter(({ source }) => source.group === 'own').length;
  const published = rows.length - own;
  const systems = [
    ...(published > 0 ? [`${published} published systems`] : []),
    ...(own > 0 ? [published > 0 ? `${own} of yours` : `${own} of your systems`] : []),
  ].join(' and ');
  const tasks = meanOf.length;
  const mean =
    board.tasks.length > 1 && tasks > 0
      ? `, mean of ${NUMBERS[tasks] ?? tasks} ${tasks === 1 ? 'task' : 'tasks'}`
      : '';
  const definition = measure.definition ? ` (${measure.definition})` : '';
  const uncertainty =
    published > 0
      ? `Published rows have no per-query scores, so no intervals${own > 0 ? '; yours do' : ''}.`
      : 'Thin lines are 95 % intervals over queries; systems that share a letter are not told apart by a test.';
  return `${systems} on ${board.title}: ${measure.name} × 100${definition}${mean}. ${uncertainty}`;
};

/** Three numbers to judge all others by. */
const Anchors = ({ rows }: { rows: readonly LeaderboardRow[] }) => {
  const complete = rows.filter((row) => row.mean !== undefined && !row.running);
  const own = complete.find(({ source }) => source.group === 'own');
  const published = complete.find(({ source }) => source.group !== 'own');
  const anchors: readonly (readonly [string, LeaderboardRow | undefined])[] = [
    ['Best published', published],
    [published ? 'Your best' : 'Best', own],
    ['Best plain retriever', complete.find(({ kind }) => kind === 'retriever')],
    ['BM25', complete.find(({ name }) => name.toLowerCase() === 'bm25')],
  ];
  return (
    <Facts
      className="anchors"
      of={anchors
        // One row under two names says nothing twice.
        .filter(([, row], i) => row && anchors.findIndex(([, other]) => other === row) === i)
        .map(([title, row]) => [
          title,
          <span key={title} title={row!.name}>
            {format.score(row!.mean)}
          </span>,
        ])}
    />
  );
};

const Below = ({ table: { rows, board }, shown, state }: BoardProps & { shown: number }) => {
  const comparable = rows.filter(({ key, source }) => state.ticked.includes(key) && source.group === 'own');
  return (
    <div className="below">
      <p className="note" role="status">
        {shown === rows.length ? counted(rows.length, 'row') : `${shown} of ${counted(rows.length, 'row')}`}
        {state.ticked.length > 0 && ` · ${state.ticked.length} ticked`}
      </p>
      {state.ticked.length > 0 && (
        <span className="no-print">
          <Action onClick={() => changeState({ only: state.onlyTicked ? undefined : 'ticked' })}>
            {state.onlyTicked ? 'Show all rows' : 'Show ticked rows only'}
          </Action>{' '}
          {comparable.length > 1 && (
            <a
              className="action primary"
              href={linkTo('compare', [], {
                board: board.name,
                systems: comparable
                  .map(({ key }) => key)
                  .slice(0, 4)
                  .join(','),
              })}
            >
              Compare {Math.min(4, comparable.length)}
            </a>
          )}{' '}
          <Action onClick={() => changeState({ tick: undefined, only: undefined })}>Untick all</Action>
        </span>
      )}
      {board.ownSystems === 0 && (
        <details className="no-print">
          <summary className="note">Put your own system beside these</summary>
          <Command words={['run', '--suite', suiteOf(board.name), '--retriever', 'bm25']} folder="--out" />
        </details>
      )}
    </div>
  );
};

/** Who leads, by how much, and is it more than chance? */
export const leaderboard: View = {
  name: 'leaderboard',
  title: 'Leaderboard',
  listed: () => true,
  keys: [
    ['/', 'filter systems'],
    ['↑ ↓', 'walk through the rows'],
    ['Enter', 'open the system'],
    ['x', 'tick a row to compare it'],
  ],
  Component: LeaderboardView,
};

/** Where a row is from, how it was run, and what must be known before it is compared. */
const AboutRow = ({ row, measure }: { row: LeaderboardRow; measure: string }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="about-row"
      aria-labelledby="about-row-title"
      onClose={() => changeState({ about: undefined }, true)}
    >
      <h2 id="about-row-title">{row.name}</h2>
      <p className="note">
        <Kind kind={row.kind} /> · {row.source.title}
        {row.mean !== undefined && ` · ${measure} ${format.score(row.mean)}`}
        {row.interval && ` (95 % interval ${format.interval(row.interval)})`}
      </p>
      <RowFacts row={row} />
      <Action onClick={() => dialog.current?.close()}>Close</Action>
    </dialog>
  );
};
