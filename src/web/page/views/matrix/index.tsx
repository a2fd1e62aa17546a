import './matrix.css';
import { useMemo } from 'react';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import {
  addresses,
  type BoardTask,
  isKey,
  type TaskColumns,
  type TaskOutcomes,
} from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Choice } from '../../parts/choice.js';
import { NoOwnTasks, TaskSelect, useOwnTasks } from '../../parts/own-tasks.js';
import { MeasureChoice, Select } from '../../parts/select.js';
import { Facts } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Empty, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Grid } from './grid.js';
import { type Matrix, matrixOf, ORDERS } from './ordered.js';

const MatrixView = (props: ViewProps) => (
  <Ready of={useOwnTasks(props.board)} what="the tasks">
    {(tasks) => <OfTasks tasks={tasks} {...props} />}
  </Ready>
);

type OfTasksProps = ViewProps & { tasks: readonly BoardTask[] };
const OfTasks = ({ tasks, ...props }: OfTasksProps) => {
  const { board, address } = props;
  const task = tasks.find(({ key }) => key === address.path[0]) ?? tasks[0];
  if (!task) return <NoOwnTasks board={board} why={`No system of yours was run on ${board.title}.`} />;
  return <OfTask task={task} tasks={tasks} {...props} />;
};

const OfTask = ({ task, tasks, board, address: { state } }: OfTasksProps & { task: BoardTask }) => {
  const measure = board.measures.find(({ name }) => name === state.get('measure')) ?? board.measures[0]!;
  const outcomes = useResource(addresses.outcomes(task.key));
  const columns = useResource(isKey(measure.key) ? addresses.columns(task.key, measure.key) : undefined);
  return (
    <Ready of={outcomes} what="the queries">
      {(of) => (
        <Ready of={columns} what="their scores">
          {(scores) => <Shown {...{ of, scores, tasks, task, board, state }} />}
        </Ready>
      )}
    </Ready>
  );
};

type ShownProps = Pick<ViewProps, 'board'> & {
  of: TaskOutcomes;
  scores: TaskColumns;
  tasks: readonly BoardTask[];
  task: BoardTask;
  state: URLSearchParams;
};
const Shown = ({ of, scores, tasks, task, board, state }: ShownProps) => {
  const sort = state.get('sort') ?? 'hardest';
  const systems = state.get('systems') ?? '';
  const text = state.get('text') ?? '';
  const cells = state.get('cells') === 'shades' ? 'shades' : 'numbers';
  const matrix = useMemo(
    () => matrixOf(of, scores, { sort, systems, text }),
    [of, scores, sort, systems, text],
  );
  const by = matrix.columns.find(({ system }) => system === sort);
  return (
    <>
      <div className="view-head">
        <div>
          <h1>Which queries does which system solve?</h1>
          <p className="lead">
            {counted(of.queries.length, 'query', 'queries')} of {task.name} in{' '}
            {counted(of.systems.length, 'system')} of yours: {scores.measure} × 100. Every cell leads to why
            the query came out as it did there.
          </p>
        </div>
        <Anchors matrix={matrix} />
      </div>
      <search className="tools no-print" aria-label="Rows and columns">
        <TaskSelect view="matrix" tasks={tasks} task={task.key} state={state} />
        <MeasureChoice board={{ ...board, measures: of.measures }} measure={scores.measure} />
        <label>
          Sort{' '}
          <Select
            className="action"
            value={by ? by.system : Object.hasOwn(ORDERS, sort) ? sort : 'hardest'}
            options={[
              ...Object.entries(ORDERS),
              ...matrix.columns.map(({ system, name }) => [system, `worst in ${name}`] as const),
            ]}
            choose={(value) => changeState({ sort: value === 'hardest' ? undefined : value })}
          />
        </label>
        <Filter name="text" label="Filter queries" value={text} />
        <Filter name="systems" label="Filter systems" value={systems} />
        <span className="space" />
        <Choice
          label="Cells"
          chosen={[cells]}
          options={[
            ['numbers', 'Numbers'],
            ['shades', 'Shades'],
          ]}
          choose={(value) => changeState({ cells: value === 'shades' ? value : undefined }, true)}
        />
      </search>
      {matrix.rows.length === 0 || matrix.columns.length === 0 ? (
        <Empty title="Nothing passes these filters" within>
          <p>
            {task.name} has {counted(of.queries.length, 'query', 'queries')} and{' '}
            {counted(of.systems.length, 'system')} of yours.
          </p>
        </Empty>
      ) : (
        // Another order is another table: it is read from its top.
        <Grid
          key={`${task.key} ${sort} ${cells}`}
          matrix={matrix}
          task={task.key}
          board={board.name}
          sort={sort}
          cells={cells}
        />
      )}
      <p className="note">
        Systems from the best mean to the worst. A plain cell is a score of 0, a hatched one has no score.
      </p>
      {of.systems
        .filter(({ incomplete }) => incomplete !== undefined)
        .map(({ system, name, incomplete }) => (
          <p key={system} className="note">
            <bdi>{name}</bdi> is incomplete: {incomplete}.
          </p>
        ))}
    </>
  );
};

type FilterProps = { name: 'text' | 'systems'; label: string; value: string };
const Filter = ({ name, label, value }: FilterProps) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={({ target }) => changeState({ [name]: target.value }, true)}
  />
);

const Anchors = ({ matrix: { rows, columns } }: { matrix: Matrix }) => {
  const unsolved = rows.filter(({ scores }) => scores.every((score) => !score)).length;
  const solved = rows.filter(({ scores }) => scores.length > 0 && scores.every((score) => score)).length;
  return (
    <Facts
      className="anchors"
      of={[
        ['Queries', format.count(rows.length)],
        ['Systems', format.count(columns.length)],
        ['No system scores', format.count(unsolved)],
        ['Every system scores', format.count(solved)],
      ]}
    />
  );
};

/** Which queries does which system solve? */
export const matrix: View = {
  name: 'matrix',
  title: 'Matrix',
  listed: ({ boards }) => boards.some(({ ownSystems }) => ownSystems > 0),
  keys: [
    ['↑ ↓ ← →', 'walk through the cells'],
    ['Enter', 'open the query in the system'],
  ],
  Component: MatrixView,
};
