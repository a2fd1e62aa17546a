import { own } from '../../core/index.js';
import type { Board, LeaderboardRow } from '../page-data/index.js';

type Means = Pick<LeaderboardRow, 'mean' | 'withoutBiology' | 'families' | 'missingTasks'>;

/** The means of a row over the tasks of its board. A mean over some of its tasks would hide a gap, so there is none. */
export const meansOf = (scores: Readonly<Record<string, number>>, { tasks, families }: Board): Means => {
  const meanOf = (chosen: Board['tasks']): number | undefined => {
    const found = chosen.flatMap(({ name }) => own(scores, name) ?? []);
    return found.length > 0 && found.length === chosen.length
      ? found.reduce((sum, score) => sum + score, 0) / found.length
      : undefined;
  };
  const mean = meanOf(tasks);
  const others = tasks.filter(({ sameAs }) => sameAs === undefined);
  const without = others.length < tasks.length ? meanOf(others) : undefined;
  return {
    ...(mean !== undefined && { mean }),
    ...(without !== undefined && { withoutBiology: without }),
    families: Object.fromEntries(
      Object.keys(families).flatMap((family) => {
        const value = meanOf(tasks.filter((task) => task.family === family));
        return value === undefined ? [] : [[family, value]];
      }),
    ),
    missingTasks: tasks.map(({ name }) => name).filter((name) => own(scores, name) === undefined),
  };
};
