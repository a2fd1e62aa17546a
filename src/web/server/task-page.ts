import { basename } from 'node:path';
import { defined, fullText, queryId, type Task } from '../../core/index.js';
import { isFolderTask, type TaskEntry, taskEntry } from '../../tasks/index.js';
import {
  type Board,
  type Key,
  keyOf,
  type LeaderboardRow,
  type QueryDifficulty,
  type TaskExample,
  type TaskPage,
  type TaskScore,
  type TextSpread,
} from '../page-data/index.js';
import { type LikeTheBest, likeTheBest, type ScoredResult } from './like-the-best.js';
import type { QueryFiles } from './query-files.js';
import type { OwnResult } from './records.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

/** Examples shown of a task, and characters of a document in them. */
const EXAMPLES = 3;
const PREVIEW = 240;

/** What is asked, how hard it is, who wins. */
export const taskPageOf = async (
  shown: ShownTask,
  board: Board,
  rows: readonly LeaderboardRow[],
  texts: TaskTexts,
  files: QueryFiles,
): Promise<TaskPage> => {
  const { key, name, suite, results } = shown;
  const entry = isFolderTask({ suite }) ? undefined : taskEntry(suite, name);
  const { task, why } = await texts.open(shown);
  const measure = board.measures[0]?.name ?? 'nDCG@10';
  const scored = await files.scored(results, measure);
  const difficulty = difficultyOf(scored, await positivesIn(results, scored, files), task);
  const alike = likeTheBest(scored);
  const counts = entry?.counts ?? results[0]?.record.task;
  return {
    key,
    name,
    board: board.key,
    suiteTitle: board.title,
    ...defined({
      familyTitle: entry?.familyTitle,
      sameAs: entry?.sameAs,
      licence: entry?.licence,
      positivesPerQuery: entry?.positivesPerQuery ?? positivesOf(task),
      characters: entry?.characters,
      withoutTexts: why,
    }),
    asks: asksOf(entry),
    source: sourceOf(entry, suite),
    counts: {
      queries: counts?.queries ?? 0,
      documents: counts?.documents ?? 0,
      uniqueDocuments: counts?.uniqueDocuments ?? 0,
      judgements: counts?.judgements ?? 0,
    },
    notes: [...new Set(results.flatMap(({ record }) => record.task.notes))],
    examples: task ? await examplesOf(shown, task, texts) : [],
    measure,
    tested: alike.queries,
    scores: scoresOf(name, scored, rows, alike),
    difficulty,
    unsolved: difficulty.filter(({ solvedBy }) => solvedBy === 0).map(({ query }) => query),
  };
};

/** Relevant documents of a query, counted. */
const positivesOf = (task: Task | undefined): TextSpread | undefined => {
  const counts = [...(task?.judgements.values() ?? [])].map(
    (grades) => [...grades.values()].filter((grade) => grade > 0).length,
  );
  if (counts.length === 0) return undefined;
  const sum = counts.reduce((total, each) => total + each, 0);
  return { min: Math.min(...counts), mean: sum / counts.length, max: Math.max(...counts) };
};

/** The beginning of a text, up to a whole word. */
const previewOf = (text: string): string =>
  text.length <= PREVIEW ? text : `${text.slice(0, PREVIEW).replace(/\s\S{0,40}$/u, '')} …`;

const asksOf = (entry: TaskEntry | undefined): string => {
  if (!entry)
    return 'A task of your own: for each query, find the documents that its judgements call relevant.';
  const { query, document, subject } = entry.labels;
  const given = `${subject.toLowerCase()}${query === 'Exam' ? ' question' : ''}`;
  const what =
    document === 'Passage' ? 'the passages with the evidence that answers it' : 'cases of the same disease';
  return `Given a ${given}, find ${what}. The query describes; the evidence is about what has to be inferred from it.`;
};

const sourceOf = (entry: TaskEntry | undefined, suite: string): string => {
  if (!entry) return `folder ${basename(suite)}`;
  const { source } = entry;
  if (source.from === 'package') return 'part of this package, original texts';
  if (source.from === 'elsewhere') return source.how;
  if (source.from === 'dataset') return `${source.data}, revision ${source.revision}`;
  return `${source.repository}, ${source.revision === null ? 'no revision named' : `revision ${source.revision}`}`;
};

const examplesOf = async (shown: ShownTask, task: Task, texts: TaskTexts) => {
  const judged = task.queries.filter(({ id }) => task.judgements.has(id)).slice(0, EXAMPLES);
  const examples: TaskExample[] = [];
  for (const { id, text } of judged) {
    const gold = [...task.judgements.get(id)!].filter(([, grade]) => grade > 0).slice(0, EXAMPLES);
    examples.push({
      query: keyOf(id),
      id,
      text,
      ...defined({ answer: task.labels.get(id)?.answer }),
      gold: await Promise.all(
        gold.map(async ([document]) => {
          const found = await texts.document(shown, keyOf(document));
          return { id: document, document: keyOf(document), text: found ? previewOf(fullText(found)) : '' };
        }),
      ),
    });
  }
  return examples;
};

const scoresOf = (
  name: string,
  results: readonly ScoredResult[],
  rows: readonly LeaderboardRow[],
  alike: LikeTheBest,
): readonly TaskScore[] => {
  const best = new Map<string, number>();
  for (const { ids, scores } of results)
    for (const [i, id] of ids.entries()) best.set(id, Math.max(best.get(id) ?? 0, scores[i]!));
  return rows
    .filter(({ scores }) => Object.hasOwn(scores, name))
    .map((row): TaskScore => {
      const own = results.find(({ system }) => system === row.key);
      const interval = Object.hasOwn(row.intervals, name) ? row.intervals[name] : undefined;
      return {
        system: row.key,
        name: row.name,
        own: row.source.group === 'own',
        ...(row.source.group !== 'own' && { source: row.source.title }),
        score: row.scores[name]!,
        ...defined({ interval }),
        ...(own && {
          likeBest:
            own.system === alike.best ? 'best' : alike.others.has(own.system) ? 'alike' : 'told apart',
          bestOn: own.ids.filter((id, i) => (best.get(id) ?? 0) > 0 && own.scores[i] === best.get(id)).length,
        }),
      };
    })
    .sort((a, b) => b.score - a.score);
};

/** Judged documents of each query, by its id. Most results have the queries of the first. */
const positivesIn = async (
  results: readonly OwnResult[],
  scored: readonly ScoredResult[],
  files: QueryFiles,
): Promise<ReadonlyMap<string, number>> => {
  const positives = new Map<string, number>();
  for (const { system, ids } of scored)
    if (!ids.every((id) => positives.has(id)))
      for (const { id, ranks } of await files.rows(results.find((each) => each.system === system)!))
        if (!positives.has(id)) positives.set(id, Object.keys(ranks).length);
  return positives;
};

const difficultyOf = (
  results: readonly ScoredResult[],
  positivesOfQuery: ReadonlyMap<string, number>,
  task: Task | undefined,
) => {
  const texts = new Map<string, string>(task?.queries.map(({ id, text }) => [id, text]));
  const asked = new Map<string, { system: Key; score: number }[]>();
  for (const { system, ids, scores } of results)
    ids.forEach((id, i) => {
      const got = asked.get(id) ?? [];
      got.push({ system, score: scores[i]! });
      asked.set(id, got);
    });
  return [...asked]
    .map(([id, got]): QueryDifficulty => {
      const best = got.reduce((a, b) => (b.score > a.score ? b : a));
      const text = texts.get(id);
      return {
        query: keyOf(id),
        id,
        preview: previewOf(text ?? ''),
        ...defined({
          words: text?.split(/\s+/u).filter(Boolean).length,
          bodySystem: task?.labels.get(queryId(id))?.bodySystem,
        }),
        positives: positivesOfQuery.get(id) ?? 0,
        mean: got.reduce((sum, { score }) => sum + score, 0) / got.length,
        best: best.score,
        bestSystem: best.system,
        solvedBy: got.filter(({ score }) => score > 0).length,
        systems: got.length,
      };
    })
    .sort((a, b) => a.mean - b.mean || a.best - b.best);
};
