import { firstWords } from '../../analysis/comparison/index.js';
import { groupBy, queryId } from '../../core/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import { type BoardSlices, keyOf } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { QueryFiles } from './query-files.js';
import { sliceQueries } from './sliced-queries.js';

/** Characters of a query in a list. */
const PREVIEW = 140;

/** The queries of a board's tasks, parted in every way there is. A task counts as the result with most queries has it. */
export const boardSlicesOf = async (
  { board, results }: BoardContents,
  open: OpenTask,
  files: QueryFiles,
): Promise<BoardSlices> => {
  const byTask = groupBy(results, ({ record }) => record.task.name);
  const held = board.tasks.flatMap(({ key, name }) => {
    const [most] = [...(byTask.get(name) ?? [])].sort(
      (a, b) => b.record.evaluation.judgedQueries - a.record.evaluation.judgedQueries,
    );
    return most ? [{ key, result: most }] : [];
  });
  const { slices, notes } = await sliceQueries(
    held.map(({ result }) => result),
    board.measures[0]?.name ?? '',
    open,
    files,
  );
  const lists = await files.columns(held.map(({ result }) => result));
  const places = slices.map(
    ({ parts }) =>
      new Map(
        parts.flatMap(({ queries }, place) =>
          queries.map(({ task, id }) => [JSON.stringify([task, id]), place] as const),
        ),
      ),
  );
  return {
    slices: slices.map(({ by, title, parts }) => ({ by, title, parts: parts.map(({ name }) => name) })),
    notes,
    tasks: await Promise.all(
      held.map(async ({ key, result }) => {
        const { record } = result;
        const opened = await open(record.task);
        const texts = new Map(opened?.queries.map(({ id, text }) => [id, text]));
        return {
          task: key,
          queries: (lists.get(result)?.ids ?? []).map((id) => ({
            query: keyOf(id),
            id,
            preview: firstWords(texts.get(queryId(id)) ?? '', PREVIEW),
            parts: places.map((of) => of.get(JSON.stringify([record.task.name, id])) ?? 0),
          })),
        };
      }),
    ),
  };
};
