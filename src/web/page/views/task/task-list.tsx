import { ScoreStrip, screenPalette } from '../../../../analysis/charts/index.js';
import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { DataTable } from '../../parts/data-table.js';
import { Name } from '../../parts/texts.js';
import { useLeaderboard } from '../../resources.js';
import { Ready } from '../../states.js';
import type { ViewProps } from '../../view.js';

/** The tasks of a board: how hard each is, as far as systems tell. */
export const TaskList = ({ board }: ViewProps) => {
  const measure = board.measures[0];
  return (
    <>
      <h1>What is asked, and how hard is it?</h1>
      <p className="lead">
        {board.tasks.length} {board.tasks.length === 1 ? 'task' : 'tasks'} of {board.title}. Each point is a
        system’s {measure?.name} × 100 on a line from 0 to 100: yours are large, published ones small.
      </p>
      <Ready of={useLeaderboard(board)} what="the tasks">
        {({ rows }) => (
          <DataTable
            label="Tasks"
            className="tasks"
            rows={board.tasks.map((task) => ({ ...task, scores: scoresOn(task.name, rows) }))}
            keyOf={({ key }) => key}
            columns={[
              [
                'Task',
                ({ key, name, sameAs }) => (
                  <>
                    <Name href={linkTo('task', [key], { board: board.name })}>{name}</Name>
                    {sameAs !== undefined && <small>same data as {sameAs}</small>}
                  </>
                ),
              ],
              [
                'Family',
                ({ family }) => (family === undefined ? format.none : board.families[family]),
                'text',
              ],
              ['Queries', ({ queries }) => format.count(queries)],
              [
                'Systems',
                ({ name, scores }) => (
                  <ScoreStrip
                    scores={scores}
                    label={`Scores of ${scores.length} systems on ${name}`}
                    palette={screenPalette}
                  />
                ),
                'text',
              ],
              ['Best of yours', ({ scores }) => <Best of={scores.filter((each) => each.own)} />],
              ['Best published', ({ scores }) => <Best of={scores.filter((each) => !each.own)} />],
            ]}
          />
        )}
      </Ready>
    </>
  );
};

const scoresOn = (task: string, rows: readonly LeaderboardRow[]) =>
  rows.flatMap((row) => {
    const score = own(row.scores, task);
    return score === undefined ? [] : [{ row, score, own: row.source.group === 'own' }];
  });

const Best = ({ of }: { of: ReturnType<typeof scoresOn> }) => {
  const [best] = of.toSorted((a, b) => b.score - a.score);
  if (!best) return format.none;
  return (
    <>
      <b>{format.score(best.score)}</b>
      <small>
        <bdi>{best.row.name}</bdi>
      </small>
    </>
  );
};
