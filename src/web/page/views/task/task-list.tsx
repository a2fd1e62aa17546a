import { ScoreStrip, screenPalette } from '../../../../analysis/charts/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type LeaderboardRow } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Scroll } from '../../parts/scroll.js';
import { useResource } from '../../resources.js';
import { Ready } from '../../states.js';
import type { ViewProps } from '../../view.js';

/** The tasks of a board: how hard each is, as far as systems tell. */
export const TaskList = ({ board }: ViewProps) => {
  const measure = board.measures[0];
  const table = useResource(measure && addresses.leaderboard(board.key, measure.key));
  return (
    <>
      <h1>What is asked, and how hard is it?</h1>
      <p className="lead">
        {board.tasks.length} {board.tasks.length === 1 ? 'task' : 'tasks'} of {board.title}. Each point is a
        system’s {measure?.name} × 100 on a line from 0 to 100: yours are large, published ones small.
      </p>
      <Ready of={table} what="the tasks">
        {({ rows }) => (
          <Scroll label="Tasks">
            <table className="tasks">
              <thead>
                <tr>
                  <th scope="col">Task</th>
                  <th scope="col">Family</th>
                  <th scope="col" className="number">
                    Queries
                  </th>
                  <th scope="col">Systems</th>
                  <th scope="col" className="number">
                    Best of yours
                  </th>
                  <th scope="col" className="number">
                    Best published
                  </th>
                </tr>
              </thead>
              <tbody>
                {board.tasks.map(({ key, name, family, queries, sameAs }) => {
                  const scores = rows.flatMap((row) =>
                    Object.hasOwn(row.scores, name)
                      ? [{ row, score: row.scores[name]!, own: row.source.group === 'own' }]
                      : [],
                  );
                  return (
                    <tr key={key}>
                      <th scope="row">
                        <a href={linkTo('task', [key], { board: board.name })}>
                          <bdi>{name}</bdi>
                        </a>
                        {sameAs !== undefined && <small>same data as {sameAs}</small>}
                      </th>
                      <td>{family === undefined ? format.none : board.families[family]}</td>
                      <td className="number">{format.count(queries)}</td>
                      <td>
                        <ScoreStrip
                          scores={scores}
                          label={`Scores of ${scores.length} systems on ${name}`}
                          palette={screenPalette}
                        />
                      </td>
                      <Best of={scores.filter(({ own }) => own)} />
                      <Best of={scores.filter(({ own }) => !own)} />
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </Scroll>
        )}
      </Ready>
    </>
  );
};

const Best = ({ of }: { of: readonly { readonly row: LeaderboardRow; readonly score: number }[] }) => {
  const [best] = of.toSorted((a, b) => b.score - a.score);
  if (!best) return <td className="number">{format.none}</td>;
  return (
    <td className="number">
      <b>{format.score(best.score)}</b>
      <small>
        <bdi>{best.row.name}</bdi>
      </small>
    </td>
  );
};
