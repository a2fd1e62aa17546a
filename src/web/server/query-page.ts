import { firstWords } from '../../analysis/comparison/index.js';
import { defined, docId, queryId, type Run } from '../../core/index.js';
import type { QueryResult } from '../../experiment/record/index.js';
import { readResultRun } from '../../experiment/results/index.js';
import {
  type Board,
  type Key,
  keyOf,
  type QueryPage,
  type QueryScores,
  type RankedHit,
} from '../page-data/index.js';
import type { QueryFiles } from './query-files.js';
import type { OwnResult } from './records.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

/** Of the measures in a record, those that pages show. */
export const queryScoresOf = (
  { key }: ShownTask,
  { system, systemName, record }: OwnResult,
  queries: readonly QueryResult[],
  measures: readonly string[],
): QueryScores => {
  const held = measures.filter((measure) => queries[0] && Object.hasOwn(queries[0].scores, measure));
  return {
    task: key,
    system,
    systemName,
    measures: held,
    contentHash: record.task.contentHash,
    ties: record.evaluation.ties,
    missing: record.evaluation.missing,
    queries: queries.map(({ id, scores, ranks }) => ({
      query: keyOf(id),
      id,
      scores: Object.fromEntries(
        held.flatMap((measure) => (Object.hasOwn(scores, measure) ? [[measure, scores[measure]!]] : [])),
      ),
      ranks,
    })),
  };
};

/** A query of a task, with its text where it can be shown, and what every own system made of it. */
export const queryPageOf = async (
  shown: ShownTask,
  query: Key,
  board: Board,
  texts: TaskTexts,
  runs: Runs,
  files: QueryFiles,
  canExplain: boolean,
): Promise<QueryPage | undefined> => {
  const { task, why } = await texts.open(shown);
  const found = await rowsOfQuery(shown.results, query, files);
  const asked = task?.queries.find(({ id }) => keyOf(id) === query);
  const id: string | undefined = asked?.id ?? found[0]?.row.id;
  if (id === undefined) return undefined;
  const grades = task?.judgements.get(queryId(id));
  const judged = grades ? [...grades.keys()] : Object.keys(found[0]?.row.ranks ?? {}).map(docId);
  const labels = task?.labels.get(queryId(id));
  const family = board.tasks.find(({ key }) => key === shown.key)?.family;
  const measure = board.measures[0]?.name ?? 'nDCG@10';
  const systems = await Promise.all(
    found.map(async ({ result, row }) => ({
      system: result.system,
      name: result.systemName,
      score: row.scores[measure] ?? 0,
      ranks: row.ranks,
      top: topOf(await runs(result), id),
      explained: canExplain && task !== undefined,
    })),
  );
  const named = new Set<string>([...judged, ...systems.flatMap(({ top }) => top.map((hit) => hit.id))]);
  return {
    query,
    id,
    task: shown.key,
    taskName: shown.name,
    ...defined({
      familyTitle: family === undefined ? undefined : board.families[family],
      text: asked?.text,
      withoutText: why ?? (asked ? undefined : 'the query file of the task does not have it'),
      answer: labels?.answer,
      bodySystem: labels?.bodySystem,
    }),
    judged: judged.map((each) => ({
      id: each,
      document: keyOf(each),
      ...defined({ grade: grades?.get(each) }),
    })),
    measure,
    systems: systems.sort((a, b) => b.score - a.score),
    titles: task ? await titlesOf(named, shown, texts) : {},
  };
};

/** What each result says of one query; a result that does not have it is not read. */
const rowsOfQuery = async (results: readonly OwnResult[], query: Key, files: QueryFiles) => {
  const found: { readonly result: OwnResult; readonly row: QueryResult }[] = [];
  for (const [result, { ids }] of await files.columns(results)) {
    const id = idOfKey(ids, query);
    if (id === undefined) continue;
    const row = (await files.rows(result)).find((each) => each.id === id);
    if (row) found.push({ result, row });
  }
  return found;
};

/** Hits of a ranking that are shown. */
const TOP = 10;

/** Characters of a document's name. */
const TITLE = 110;

const topOf = (run: Run, id: string): readonly RankedHit[] =>
  (run.get(queryId(id)) ?? []).map((hit) => ({
    id: hit.docId,
    document: keyOf(hit.docId),
    score: hit.score,
  }));

/** The keys of the queries of a result, made once for all results that have them. */
const keysOfLists = new WeakMap<readonly string[], ReadonlyMap<Key, string>>();

/** The query of a list that has this key. */
export const idOfKey = (ids: readonly string[], query: Key): string | undefined => {
  const keys = keysOfLists.get(ids) ?? new Map(ids.map((id) => [keyOf(id), id]));
  keysOfLists.set(ids, keys);
  return keys.get(query);
};

const titlesOf = async (ids: ReadonlySet<string>, shown: ShownTask, texts: TaskTexts) => {
  const titles: [string, string][] = [];
  for (const id of ids) {
    const document = await texts.document(shown, keyOf(id));
    if (document) titles.push([id, firstWords(document.title?.trim() || document.text, TITLE)]);
  }
  return Object.fromEntries(titles);
};

/** The hits of a result that are shown, read when first asked for. */
type Runs = (result: OwnResult) => Promise<Run>;

/** Runs whose first hits are held for the next look: those of every system on one task. */
const HELD = 400;

/** Their first hits alone: the rest of a ranking takes ten times the memory. */
const readTops = async (result: OwnResult): Promise<Run> =>
  new Map([...(await readResultRun(result))].map(([query, hits]) => [query, hits.slice(0, TOP)]));

export const runReader = (): Runs => {
  const held = new Map<string, Promise<Run>>();
  return (result) => {
    const key = JSON.stringify([result.folder, result.seal]);
    const run = held.get(key) ?? readTops(result);
    held.delete(key);
    held.set(key, run);
    // A run that is not the sealed one is an error to tell, and read again at the next look: it may just be replaced.
    run.catch(() => held.delete(key));
    for (const oldest of [...held.keys()].slice(0, -HELD)) held.delete(oldest);
    return run;
  };
};
