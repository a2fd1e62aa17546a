import { defined, documentsById, own, queryId, type Run } from '../../core/index.js';
import type { OpenTask } from '../../experiment/rescoring/index.js';
import type { PairedTask } from './pair-tasks.js';
import { firstWords, titleOf } from './task-texts.js';

/** A document whose rank changed from A to B; no rank where it was not returned. */
export interface MovedDocument {
  readonly id: string;
  readonly from?: number;
  readonly to?: number;
  readonly title?: string;
}

/** A query whose score differs between two systems. */
export interface MovedQuery {
  readonly task: string;
  readonly id: string;
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** First words; absent where the task is not on this machine. */
  readonly text?: string;
  /** Positives that are higher under B, those that moved most first. */
  readonly rose: readonly MovedDocument[];
  readonly fell: readonly MovedDocument[];
  /** The document each side puts first, be it relevant or not; absent where it found nothing. */
  readonly firstA?: FirstHit;
  readonly firstB?: FirstHit;
}

/** The first hit of a query. */
export interface FirstHit {
  readonly id: string;
  readonly relevant: boolean;
  readonly title?: string;
}

/** The queries whose scores moved most, up or down, with what rose and fell. Equal differences are in task and query order. */
export const movedQueries = async (
  tasks: readonly PairedTask[],
  count: number,
  open: OpenTask,
): Promise<readonly MovedQuery[]> => {
  const moved = tasks.flatMap((task) =>
    task.queries.map((id, i) => ({ task, id, a: task.scores.a[i]!, b: task.scores.b[i]! })),
  );
  const most = moved
    .filter(({ a, b }) => a !== b)
    .sort((one, other) => Math.abs(other.b - other.a) - Math.abs(one.b - one.a))
    .slice(0, count);
  const found = new Map<string, MovedQuery>();
  for (const task of new Set(most.map((query) => query.task)))
    for (const query of await titled(task, most.filter((each) => each.task === task).map(untitled), open))
      found.set(keyOf(query.task, query.id), query);
  return most.map(({ task, id }) => found.get(keyOf(task.name, id))!);
};

const keyOf = (task: string, id: string): string => JSON.stringify([task, id]);

interface Moved {
  readonly task: PairedTask;
  readonly id: string;
  readonly a: number;
  readonly b: number;
}

const untitled = ({ task, id, a, b }: Moved): MovedQuery => {
  const [ranksA, ranksB] = [task.a.queries.get(id)!.ranks, task.b.queries.get(id)!.ranks];
  const documents = Object.keys(ranksA)
    .map((document) => ({ document, from: own(ranksA, document) ?? null, to: own(ranksB, document) ?? null }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => gain(other) - gain(one))
    .map(
      ({ document, from, to }): MovedDocument => ({
        id: document,
        ...defined({ from: from ?? undefined, to: to ?? undefined }),
      }),
    );
  const higher = ({ from, to }: MovedDocument): boolean =>
    (to ?? Number.POSITIVE_INFINITY) < (from ?? Number.POSITIVE_INFINITY);
  return {
    task: task.name,
    id,
    a,
    b,
    difference: b - a,
    rose: documents.filter(higher),
    fell: documents.filter((document) => !higher(document)),
  };
};

/** How much a document's step matters: its change of reciprocal rank, on which early ranks weigh most. */
const gain = ({ from, to }: { readonly from: number | null; readonly to: number | null }): number =>
  Math.abs((to ? 1 / to : 0) - (from ? 1 / from : 0));

/** Adds what the files say: first hits from the runs, texts from the task. */
const titled = async (
  task: PairedTask,
  queries: readonly MovedQuery[],
  open: OpenTask,
): Promise<readonly MovedQuery[]> => {
  const [runA, runB, opened] = [await task.a.run(), await task.b.run(), await open(task.a.task)];
  const firsts = queries.map((query): MovedQuery => {
    const [firstA, firstB] = [firstHit(runA, query.id, task), firstHit(runB, query.id, task)];
    return { ...query, ...defined({ firstA, firstB }) };
  });
  if (!opened) return firsts;
  const needed = firsts.flatMap(({ rose, fell, firstA, firstB }) =>
    [...rose, ...fell, firstA, firstB].flatMap((document) => document?.id ?? []),
  );
  const documents = await documentsById(opened.corpus, new Set(needed));
  const titles = new Map(Array.from(documents, ([id, document]) => [id as string, titleOf(document)]));
  const texts = new Map(opened.queries.map(({ id, text }) => [id as string, text]));
  const named = <T extends { readonly id: string }>(document: T): T => {
    const title = titles.get(document.id);
    return title === undefined ? document : { ...document, title };
  };
  return firsts.map((query) => {
    const text = texts.get(query.id);
    return {
      ...query,
      ...(text !== undefined && { text: firstWords(text, 90) }),
      rose: query.rose.map(named),
      fell: query.fell.map(named),
      ...(query.firstA && { firstA: named(query.firstA) }),
      ...(query.firstB && { firstB: named(query.firstB) }),
    };
  });
};

const firstHit = (run: Run | undefined, query: string, { a }: PairedTask): FirstHit | undefined => {
  const id = run?.get(queryId(query))?.[0]?.docId;
  return id === undefined ? undefined : { id, relevant: Object.hasOwn(a.queries.get(query)!.ranks, id) };
};
