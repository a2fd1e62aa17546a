import { firstWords } from '../../analysis/comparison/index.js';
import { defined, docId, queryId, type Run } from '../../core/index.js';
import { readResultRun } from '../../experiment/results/index.js';
import {
  type Board,
  type Key,
  keyOf,
  type QueryPage,
  type QueryScores,
  type RankedHit,
} from '../page-data/index.js';
import type { OwnResult } from './records.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

/** Of the measures in a record, those that pages show. */
export const queryScoresOf = (
  { key }: ShownTask,
  { system, systemName, queries, record }: OwnResult,
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
  canExplain: boolean,
): Promise<QueryPage | undefined> => {
  const { task, why } = await texts.open(shown);
  const found = shown.results.flatMap((result) => {
    const row = result.queries.find(({ id }) => keyOf(id) === query);
    return row ? [{ result, row }] : [];
  });
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

/** Hits of a ranking that are shown. */
const TOP = 10;

/** Characters of a document's name. */
const TITLE = 110;

const topOf = (run: Run, id: string): readonly RankedHit[] =>
  (run.get(queryId(id)) ?? [])
    .slice(0, TOP)
    .map((hit) => ({ id: hit.docId, document: keyOf(hit.docId), score: hit.score }));

const titlesOf = async (ids: ReadonlySet<string>, shown: ShownTask, texts: TaskTexts) => {
  const titles: [string, string][] = [];
  for (const id of ids) {
    const document = await texts.document(shown, keyOf(id));
    if (document) titles.push([id, firstWords(document.title?.trim() || document.text, TITLE)]);
  }
  return Object.fromEntries(titles);
};

/** The rankings of a result, read when first asked for. */
type Runs = (result: OwnResult) => Promise<Run>;

/** Runs that are held for the next look: those of a few systems on one task. */
const HELD = 24;

export const runReader = (): Runs => {
  const held = new Map<string, Promise<Run>>();
  return (result) => {
    const key = JSON.stringify([result.folder, result.seal]);
    const run = held.get(key) ?? readResultRun(result);
    held.delete(key);
    held.set(key, run);
    // A run that is not the sealed one is an error to tell, and read again at the next look: it may just be replaced.
    run.catch(() => held.delete(key));
    for (const oldest of [...held.keys()].slice(0, -HELD)) held.delete(oldest);
    return run;
  };
};
