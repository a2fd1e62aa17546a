import { firstStageName, type TaskFailures, taskFailures } from '../analysis/comparison/index.js';
import { type FailureKind, failureKinds } from '../analysis/failures/index.js';
import { InputError, printableLine, type Task } from '../core/index.js';
import { isIncomplete } from '../experiment/record/index.js';
import { readResult, resultFolder, type StoredResult } from '../experiment/results/index.js';
import { format, table } from '../platform/tables/index.js';
import { slug } from '../search/pipeline/index.js';
import { wrapped } from './marked-text.js';
import { commandOn } from './worst-query-line.js';

/** A relevant document within these ranks is found. */
const CUTOFF = 10;

/** What `explain --failures` tells: kinds of failure of systems on a task, from their records. */
export interface CountedFailures {
  readonly task: string;
  readonly cutoff: number;
  readonly systems: readonly TaskFailures[];
}

export const countedFailures = async (
  task: Task,
  systems: readonly string[],
  results: string,
): Promise<CountedFailures> => {
  const pairs: { result: StoredResult; first?: StoredResult }[] = [];
  for (const system of systems) {
    const result = await resultOf(results, system, task);
    if (!result || result.record.task.contentHash !== task.contentHash || isIncomplete(result))
      throw new InputError({
        found: `no complete record of ${system} on ${task.name} as it is now, in ${results}`,
        fix: commandOn('run', task, ['--system', system, '--out', results, '--overwrite']),
      });
    const before = firstStageName(result.record);
    const first = before === undefined ? undefined : await resultOf(results, before, task);
    pairs.push({ result, ...(first && { first }) });
  }
  return { task: task.name, cutoff: CUTOFF, systems: await taskFailures(task, pairs, CUTOFF) };
};

const resultOf = async (results: string, system: string, task: Task): Promise<StoredResult | undefined> =>
  (await readResult(resultFolder(results, slug(system), task.name))) ??
  (await readResult(resultFolder(results, system, task.name)));

/** How many queries of each kind, and which. */
export const failureText = ({ task, cutoff, systems }: CountedFailures, width: number): string => {
  const kinds = (Object.keys(failureKinds) as FailureKind[]).filter((kind) =>
    systems.some(({ counts }) => counts[kind] > 0),
  );
  const counts = table(systems, [
    [`${task}, queries`, ({ system }) => system, 'left'],
    ...kinds.map(
      (kind) => [failureKinds[kind].title, (row: TaskFailures) => format.count(row.counts[kind])] as const,
    ),
    ['All', ({ queries }) => format.count(queries)],
  ]).text(width);
  const rules = kinds.map((kind) => `${failureKinds[kind].title}: ${failureKinds[kind].rule(cutoff)}`);
  const named = systems.flatMap(({ system, failures }) =>
    kinds.flatMap((kind) => {
      const ids = failures.filter((each) => each.kind === kind).map(({ query }) => query);
      const what = `${system}, ${failureKinds[kind].title.toLowerCase()}: ${ids.join(', ')}`;
      return ids.length > 0 ? wrapped(printableLine(what), width) : [];
    }),
  );
  return [
    counts,
    rules.flatMap((rule) => wrapped(rule, width)).join('\n'),
    ...(named.length > 0 ? [named.join('\n')] : []),
  ].join('\n\n');
};
