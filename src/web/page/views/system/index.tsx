import './system.css';
import { addresses, type Board, isKey, type Key, type SystemPage } from '../../../page-data/index.js';
import { useLeaderboard, useResource } from '../../resources.js';
import { Failed, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { System } from './system.js';

const SystemView = (props: ViewProps) => {
  const [key = ''] = props.address.path;
  const page = useResource(isKey(key) ? addresses.system(key) : undefined);
  if (!isKey(key)) return <Failed what="This system" why="The address names no system." />;
  return (
    <Ready of={page} what="the system">
      {(found) => <OnBoard page={found} {...props} />}
    </Ready>
  );
};

/** The board of the address if the system is on it, else the first that it is on. */
const boardOf = ({ rows }: SystemPage, { index, board }: ViewProps): Board => {
  const key: Key = rows.some((row) => row.board === board.key) ? board.key : rows[0]!.board;
  return index.boards.find((each) => each.key === key) ?? board;
};

const OnBoard = (props: ViewProps & { page: SystemPage }) => {
  const { page, address } = props;
  const board = boardOf(page, props);
  return (
    <Ready of={useLeaderboard(board, address.state.get('measure'))} what="its scores">
      {(found) => <System {...props} board={board} table={found} />}
    </Ready>
  );
};

/** What exactly is this system, where is it strong, what does it cost? */
export const system: View = { name: 'system', title: 'System', listed: () => false, Component: SystemView };
