import { firstStageName, firstWords, termOverlaps } from '../../analysis/comparison/index.js';
import { bestRank } from '../../analysis/failures/index.js';
import { defined, queryId, type Task } from '../../core/index.js';
import { incompleteText } from '../../experiment/record/index.js';
import {
  type Board,
  keyOf,
  type SystemOutcomes,
  type TaskColumns,
  type TaskOutcomes,
} from '../page-data/index.js';
import { outOf } from './board-variants.js';
import { type QueryFiles, type WholeResult, wholeResults } from './query-files.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

/** Characters of a query in a list. */
const PREVIEW = 140;

/** The queries of a task: those of the result with most, then those that only others have. Relevant documents by id. */
const queriesOf = (results: readonly WholeResult[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    results
      .toSorted((a, b) => b.queries.length - a.queries.length)
      .flatMap(({ queries }) => queries.map(({ id, ranks }) => [id, Object.keys(ranks)] as const)),
  );

/** Where every own system puts the best relevant document of every query. */
export const taskOutcomesOf = async (
  shown: ShownTask,
  { measures }: Board,
  texts: TaskTexts,
  files: QueryFiles,
  shares: (task: Task, queries: ReadonlyMap<string, readonly string[]>) => SharedWords,
): Promise<TaskOutcomes | undefined> => {
  const { key, name } = shown;
  if (shown.results.length === 0) return undefined;
  const results = await wholeResults(shown.results, files);
  const { task, why } = await texts.open(shown);
  const queries = queriesOf(results);
  const previews = new Map<string, string>(
    task?.queries.map(({ id, text }) => [id, firstWords(text, PREVIEW)]),
  );
  const words = task && (await shares(task, queries));
  return {
    task: key,
    taskName: name,
    measures: measures.filter((measure) =>
      results.some(({ record }) => Object.hasOwn(record.scores, measure.name)),
    ),
    queries: [...queries].map(([id, relevant]) => ({
      query: keyOf(id),
      id,
      preview: previews.get(queryId(id)) ?? '',
      relevant: relevant.length,
      ...defined({ sharesWords: words && words.get(id)! > 0 }),
    })),
    systems: results.map((result) => systemOutcomes(result, results, [...queries.keys()])),
    ...defined({ withoutWords: why }),
  };
};

const systemOutcomes = (
  result: WholeResult,
  results: readonly WholeResult[],
  queries: readonly string[],
): SystemOutcomes => {
  const { system, systemName, record } = result;
  const first = firstStageName(record);
  const before = results.find(
    (other) =>
      other.record.name === first &&
      outOf(other) === outOf(result) &&
      other.record.task.contentHash === record.task.contentHash,
  );
  return {
    system,
    name: systemName,
    best: bestRanks(result, queries),
    ...(first !== undefined && {
      first: { name: first, ...(before && { best: bestRanks(before, queries) }) },
    }),
    ...(record.incomplete && { incomplete: incompleteText(record.incomplete) }),
  };
};

const bestRanks = ({ queries }: WholeResult, asked: readonly string[]): SystemOutcomes['best'] => {
  const byId = new Map(queries.map((query) => [query.id, query]));
  return asked.map((id) => {
    const query = byId.get(id);
    if (!query) return null;
    return query.hits === 0 ? -1 : (bestRank(query.ranks) ?? 0);
  });
};

/** The scores of every own system under a measure, in the order of the outcomes. */
export const taskColumnsOf = async (
  { key, results: records }: ShownTask,
  measure: string,
  files: QueryFiles,
): Promise<TaskColumns | undefined> => {
  if (records.length === 0) return undefined;
  const results = await wholeResults(records, files);
  const asked = [...queriesOf(results).keys()];
  return {
    task: key,
    measure,
    scores: results.map(({ queries }) => {
      const byId = new Map(queries.map(({ id, scores }) => [id, scores]));
      return asked.map((id) => {
        const score = byId.get(id)?.[measure];
        return score === undefined ? null : Math.round(score * 1e4) / 1e4;
      });
    }),
  };
};

type SharedWords = Promise<ReadonlyMap<string, number>>;

/** What queries share with their relevant documents, computed once for a task: a whole corpus is read for it. */
export const sharedWords = () => {
  const known = new Map<string, SharedWords>();
  return (task: Task, queries: ReadonlyMap<string, readonly string[]>): SharedWords => {
    const key = `${task.contentHash} ${queries.size}`;
    const found = known.get(key) ?? termOverlaps(task, queries);
    known.set(key, found);
    return found;
  };
};
