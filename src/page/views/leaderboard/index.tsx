import { addresses, format, type Leaderboard } from '../../../page-data/index.js';
import { useResource } from '../../resources.js';
import { Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const LeaderboardView = ({ board }: ViewProps) => {
  const measure = board.measures[0];
  const table = useResource<Leaderboard>(measure && addresses.leaderboard(board.key, measure.key));
  return (
    <>
      <h1>Who finds the evidence?</h1>
      <Ready of={table} what="the leaderboard">
        {({ rows }) => (
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">System</th>
                <th scope="col">Mean</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td>{row.rank ?? format.none}</td>
                  <th scope="row">{row.name}</th>
                  <td className="number">{format.score(row.mean)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Ready>
    </>
  );
};

/** Who leads, by how much, and is it more than chance? */
export const leaderboard: View = {
  name: 'leaderboard',
  title: 'Leaderboard',
  listed: () => true,
  Component: LeaderboardView,
};
