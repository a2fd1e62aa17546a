import {
  type JsonObject,
  mustSucceed,
  type Query,
  type QueryId,
  type Ranking,
  type Retriever,
  type Run,
  type Task,
  type Tools,
  withoutExcluded,
} from '../../core/index.js';
import { nodeTools } from '../../platform/node/index.js';

/** Queries handed to a system at once: enough to batch, few enough for progress to move. */
export const QUERIES_AT_ONCE = 32;

/** A run with what its stages said and how long they took. */
export interface TaskSearch {
  readonly run: Run;
  /** What the stages found when they met the corpus. */
  readonly facts: JsonObject;
  /** Seconds. */
  readonly timings: { readonly open: number; readonly search: number };
}

/** Opens a system on a task's corpus and answers all its queries. `answered` gets the rankings so far after every batch. */
export const searchTask = async (
  system: Retriever,
  task: Task,
  tools: Tools,
  answered?: (run: Run) => void,
): Promise<TaskSearch> => {
  const began = tools.now();
  const runner = await system.open(task.corpus, tools);
  const opened = tools.now();
  const progress = tools.progress(`${task.name}: ${system.name}`, task.queries.length);
  const run = new Map<QueryId, Ranking>();
  try {
    for (const batch of batches(task.queries, Math.max(QUERIES_AT_ONCE, system.atOnce ?? 0))) {
      tools.signal.throwIfAborted();
      // A system that was not built for this task may have found what is excluded.
      for (const { query, hits } of await runner.run(batch))
        run.set(query.id, withoutExcluded(hits, query.id, task.excluded));
      progress.advance(batch.length);
      answered?.(run);
    }
  } finally {
    progress.done();
  }
  const timings = { open: (opened - began) / 1000, search: (tools.now() - opened) / 1000 };
  return { run, facts: runner.facts, timings };
};

/**
 * The rankings of a system on a task, without records. Stops where work failed: rankings alone could not say so.
 * @example
 * import { bm25, search, task } from 'r2med';
 *
 * const run = await search(bm25(), await task('sample', 'Biology'));
 */
export const search = async (
  system: Retriever,
  task: Task,
  tools: Tools = nodeTools({ quiet: true }),
): Promise<Run> => {
  const { run, facts } = await searchTask(system, task, tools);
  mustSucceed(system.name, facts);
  return run;
};

function* batches(queries: readonly Query[], atOnce: number): Generator<readonly Query[]> {
  for (let at = 0; at < queries.length; at += atOnce) yield queries.slice(at, at + atOnce);
}
