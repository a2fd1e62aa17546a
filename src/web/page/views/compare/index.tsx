import './compare.css';
import type { LeaderboardRow } from '../../../page-data/index.js';
import { useLeaderboard } from '../../resources.js';
import { Command, Empty, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Comparison } from './comparison.js';
import { Picker } from './picker.js';
import { readCompareState } from './view-state.js';

const CompareView = (props: ViewProps) => {
  const { board, address } = props;
  return (
    <Ready of={useLeaderboard(board, address.state.get('measure'))} what="the systems">
      {({ rows, measure: { name } }) => {
        const own = rows.filter(isComparable);
        if (own.length < 2) return <TooFew own={own} board={board.name} title={board.title} />;
        const state = readCompareState(address.state, own);
        return (
          <div className="compare">
            <Comparison
              {...props}
              measure={name}
              state={state}
              picker={<Picker rows={state.rows} own={own} board={board} measure={name} />}
            />
          </div>
        );
      }}
    </Ready>
  );
};

/** Only own rows have per-query scores; one that is running has not all of them. */
const isComparable = ({ source, scores, running }: LeaderboardRow): boolean =>
  source.group === 'own' && !running && Object.keys(scores).length > 0;

const TooFew = ({ own, board, title }: { own: readonly LeaderboardRow[]; board: string; title: string }) => (
  <Empty title={own.length === 0 ? 'Nothing to compare yet' : 'One system is not a comparison'}>
    <p>
      Systems are compared query by query, which published rows of {title} do not allow: they have no
      per-query scores. {own.length === 0 ? 'Run two:' : `Beside ${own[0]!.name}, run another:`}
    </p>
    <Command
      words={['run', '--suite', suiteOf(board), '--system', 'bm25', '--system', 'lsa']}
      folder="--out"
    />
  </Empty>
);

/** What changed between A and B, and on which queries? */
export const compare: View = {
  name: 'compare',
  title: 'Compare',
  listed: ({ boards }) => boards.some(({ ownSystems }) => ownSystems > 1),
  keys: [
    ['j k', 'open the next, the previous query that moved'],
    ['s', 'swap A and B'],
  ],
  Component: CompareView,
};
