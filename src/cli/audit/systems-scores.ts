import type { SystemQueryScores } from '../../benchmarks/audit/index.js';
import { InputError, queryId, type Task, type Tools } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { countedResults, incompleteLine } from '../../experiment/record/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { readResults, type StoredResult } from '../../experiment/results/index.js';

/** What each system of a results folder scored on the queries of a task. Results on other content, and incomplete ones, are left out with a note. */
export const systemsScores = async (
  task: Task,
  results: readonly StoredResult[],
  measure: string,
  tools: Tools,
): Promise<readonly SystemQueryScores[]> => {
  const wanted = parseMeasure(measure).name;
  const own = results.filter(({ record }) => record.task.name === task.name);
  const same = own.filter(({ record }) => record.task.contentHash === task.contentHash);
  if (own.length > same.length)
    tools.note(`${task.name}: ${own.length - same.length} results on other files of this task are left out`);
  const { counted, left } = countedResults(same);
  for (const { record } of left) tools.note(`left out, since incomplete: ${incompleteLine(record)}`);
  return (await withMeasures(counted, [wanted], async () => task)).map(({ record, queries }) => ({
    system: record.name,
    measure: wanted,
    scores: new Map(queries.map(({ id, scores }) => [queryId(id), scores[wanted]!])),
  }));
};

/** The results of a folder; a folder without any is an error, since they were asked for. */
export const resultsIn = async (folder: string): Promise<readonly StoredResult[]> => {
  const found = await readResults(folder);
  if (found.length > 0) return found;
  throw new InputError({
    at: { file: folder },
    found: 'no results',
    expected: 'a folder that r2med run wrote: <out>/<system>/<task>/record.json',
    fix: 'name it with --results, or leave the flag out',
  });
};
