import { own } from '../../../core/index.js';
import type { Board, BoardTask, Key } from '../../page-data/index.js';
import { goTo, linkTo } from '../address.js';
import { type Loaded, useLeaderboard } from '../resources.js';
import { Command, Empty, suiteOf } from '../states.js';
import { Select } from './select.js';

/** Tasks of a board that some own system was scored on. */
export const useOwnTasks = (board: Board): Loaded<readonly BoardTask[]> => {
  const table = useLeaderboard(board);
  if (table.state !== 'ready') return table;
  const rows = table.value.rows.filter(({ source, running }) => source.group === 'own' && !running);
  const isScored = (name: string): boolean =>
    rows.some(({ scores, incomplete }) => (own(scores, name) ?? own(incomplete, name)) !== undefined);
  return { state: 'ready', value: board.tasks.filter(({ name }) => isScored(name)) };
};

type TaskSelectProps = { view: string; tasks: readonly BoardTask[]; task: Key; state: URLSearchParams };

/** Goes to another task in the same view, with the same state. */
export const TaskSelect = ({ view, tasks, task, state }: TaskSelectProps) => (
  <label>
    Task{' '}
    <Select
      className="action"
      value={task}
      options={tasks.map(({ key, name }) => [key, name])}
      choose={(key) => goTo(linkTo(view, [key], Object.fromEntries(state)))}
    />
  </label>
);

/** A view that needs scores of queries, where there are none. */
export const NoOwnTasks = ({ board, why }: { board: Board; why: string }) => (
  <Empty title="No scores of queries yet">
    <p>{why} Published results have means alone. This makes records with the scores of every query:</p>
    <Command
      words={['run', '--suite', suiteOf(board.name), '--system', 'bm25', '--system', 'lsa']}
      folder="--out"
    />
  </Empty>
);
