import type { PairedTask } from '../analysis/comparison/index.js';
import { worstQuery } from '../analysis/explanation/index.js';
import { commandLine } from '../core/index.js';
import type { Result } from '../experiment/record/index.js';
import { scoreText } from '../platform/tables/index.js';
import { taskWords } from '../tasks/index.js';

/** A task as its record names it. */
type TaskName = Parameters<typeof taskWords>[0];

/** A command to copy: what it does, on which task, and with which further words. */
export const commandOn = (verb: string, task: TaskName, words: readonly string[]): string =>
  commandLine(verb, ...taskWords(task), ...words);

export const explainCommand = (
  task: TaskName,
  query: string,
  systems: readonly string[],
  results: string,
  more: readonly string[] = [],
): string =>
  commandOn('explain', task, [
    '--query',
    query,
    ...systems.flatMap((system) => ['--system', system]),
    ...(results === 'results' ? [] : ['--results', results]),
    ...more,
  ]);

/** What `run` ends with: the query that the best system did worst on, and how to see why. */
export const worstQueryLine = (results: readonly Result[], measure: string, out: string) => {
  const worst = worstQuery(results, measure);
  if (!worst) return undefined;
  const { result, id, score } = worst;
  const { task, system } = result.record;
  return `Worst query (${task.name}, ${measure} ${scoreText(score)}): ${explainCommand(task, id, [system], out)}`;
};

/** What `compare` ends with: the query that loses most from A to B, or B's worst; none where no record says how to explain it. */
export const mostLostLine = (tasks: readonly PairedTask[], results: string): string | undefined => {
  const [most] = tasks
    .flatMap(({ name, queries, scores, a, b }) =>
      queries.map((id, i) => ({
        name,
        id,
        loss: Math.max(0, scores.a[i]! - scores.b[i]!),
        score: scores.b[i]!,
        records: [a.record, b.record],
      })),
    )
    .sort((one, other) => other.loss - one.loss || one.score - other.score);
  const [a, b] = most?.records ?? [];
  if (!most || !a || !b) return undefined;
  const command = explainCommand(a.task, most.id, [...new Set([a.system, b.system])], results);
  const what = most.loss > 0 ? `Query that loses most` : 'Worst query of B';
  const score = scoreText(most.loss > 0 ? -most.loss : most.score);
  return `${what} (${most.name}, ${score}): ${command}`;
};
