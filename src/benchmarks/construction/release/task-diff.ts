import type { Task } from '../../../core/index.js';
import { byCodePoint, fullText } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';

/** What differs between two versions of a task, by id. */
export interface TaskDiff {
  readonly task: string;
  readonly queries: Changes;
  readonly documents: Changes;
  /** Pairs of query and document, as `query document`; `changed` has another grade. */
  readonly judgements: Changes;
  /** Documents that count neither way. */
  readonly excluded: Changes;
}

export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** A pair as people read it. Ids hold no blank in what `build` makes; a tab is no part of any id. */
const pair = (query: string, document: string): string => `${query}\t${document}`;

/** Compares two versions of a task. A version may be absent: then everything was added, or removed. */
export const diffTasks = async (before: Task | undefined, after: Task | undefined): Promise<TaskDiff> => ({
  task: (after ?? before)!.name,
  queries: changes(queriesOf(before), queriesOf(after)),
  documents: changes(await documentsOf(before), await documentsOf(after)),
  judgements: changes(judgementsOf(before), judgementsOf(after)),
  excluded: changes(excludedOf(before), excludedOf(after)),
});

type Values = ReadonlyMap<string, string | number>;

const changes = (before: Values, after: Values): Changes => {
  const sorted = (ids: Iterable<string>): readonly string[] => [...ids].sort(byCodePoint);
  return {
    added: sorted([...after.keys()].filter((id) => !before.has(id))),
    removed: sorted([...before.keys()].filter((id) => !after.has(id))),
    changed: sorted(
      [...before].filter(([id, value]) => after.has(id) && after.get(id) !== value).map(([id]) => id),
    ),
  };
};

const queriesOf = (task?: Task): Values => new Map(task?.queries.map(({ id, text }) => [id, text]));

/** Hashes of texts: two corpora of any size side by side. */
const documentsOf = async (task?: Task): Promise<Values> => {
  const hashes = new Map<string, string>();
  if (task)
    for await (const rows of task.corpus.rows())
      for (const row of rows) hashes.set(row.id, sha256(fullText(row)));
  return hashes;
};

const judgementsOf = (task?: Task): Values =>
  new Map(
    [...(task?.judgements ?? [])].flatMap(([query, grades]) =>
      [...grades].map(([document, grade]) => [pair(query, document), grade] as const),
    ),
  );

const excludedOf = (task?: Task): Values =>
  new Map(
    [...(task?.excluded ?? [])].flatMap(([query, documents]) =>
      [...documents].map((document) => [pair(query, document), 1] as const),
    ),
  );

/** Whether two versions would be scored alike. */
export const isSameTask = ({ queries, documents, judgements, excluded }: TaskDiff): boolean =>
  [queries, documents, judgements, excluded].every(
    ({ added, removed, changed }) => added.length + removed.length + changed.length === 0,
  );
